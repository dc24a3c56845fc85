import { Button } from '../../ui/button.tsx'
import formCss from '../../ui/form/form.module.css'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { contactField, coursesField, emailField, nameField } from './enquiry-fields.ts'

/** What stands in the built page: as large as the form, and taking nothing yet. */
export function EnquiryPlaceholder() {
  return (
    <form className={formCss.form}>
      <TextField {...nameField} disabled />
      <TextField {...emailField} disabled />
      <TextField {...contactField} disabled />
      <SelectField {...coursesField} options={[]} disabled />
      <div className={formCss.end}>
        <Button tone="primary" size="hero" wide disabled>
          Send Enquiry
        </Button>
      </div>
    </form>
  )
}
