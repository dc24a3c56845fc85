import { Button } from '../../ui/button.tsx'
import formCss from '../../ui/form/form.module.css'
import { SelectField, TextAreaField, TextField } from '../../ui/form/text-field.tsx'

/** The placeholder and the form have the same fields. */
export const nameField = { name: 'name', label: 'Name', autoComplete: 'name' } as const
export const emailField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
} as const
export const contactField = {
  name: 'contact',
  label: 'Contact',
  placeholder: 'Contact Number',
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel',
} as const
export const coursesField = {
  name: 'course',
  label: 'Courses',
  prompt: 'Please Select Courses',
  autoComplete: 'off',
} as const

export const messageField = { name: 'message', label: 'Message', optional: true } as const

/** Fills the built page: as large as the form, and disabled. */
export function EnquiryPlaceholder() {
  return (
    <form className={formCss.form}>
      <TextField {...nameField} disabled />
      <TextField {...emailField} disabled />
      <TextField {...contactField} disabled />
      <SelectField {...coursesField} options={[]} disabled />
      <TextAreaField {...messageField} disabled />
      <div className={formCss.end}>
        <Button tone="primary" size="hero" wide disabled>
          Send Enquiry
        </Button>
      </div>
    </form>
  )
}
