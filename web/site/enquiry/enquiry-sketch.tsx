import { Button } from '../../kit/button.tsx'
import form from '../../kit/form/form.module.css'
import { SelectField, TextField } from '../../kit/form/text-field.tsx'
import { contactField, coursesField, emailField, nameField } from './enquiry-fields.ts'

/** What stands in the built page: as large as the form, and taking nothing yet. */
export function EnquirySketch() {
  return (
    <form className={form.form}>
      <TextField {...nameField} disabled />
      <TextField {...emailField} disabled />
      <TextField {...contactField} disabled />
      <SelectField {...coursesField} options={[]} disabled />
      <div className={form.end}>
        <Button tone="primary" size="hero" wide disabled>
          Send Enquiry
        </Button>
      </div>
    </form>
  )
}
