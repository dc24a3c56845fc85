import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { getInstituteDay } from '#contract/institute-clock.ts'
import { courseLabels, genderLabels, roleLabels } from '#contract/registration-labels.ts'
import { type Student, updateStudent } from '#contract/students.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { correctRegistration } from '#core/students/correct-registration.ts'
import {
  courses,
  genders,
  isAsked,
  type RegistrationDraft,
  type RegistrationField,
  referrals,
  registrationFields,
  roles,
} from '#core/students/registration.ts'
import { validateRollNumber } from '#core/students/roll-number.ts'
import { canChangeField } from '#core/students/student-fields.ts'
import { useCan } from '../../client/use-can.tsx'
import { useIsMailSetUp } from '../../client/use-is-mail-set-up.ts'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type StudentChange, useStudentForm } from './use-student-form.tsx'

const { Form, Field, Email, Select, Day, TextArea } = formFor(updateStudent)

/** A field of the registration, or the roll number, which the institute gives. */
type EditedField = RegistrationField | 'rollNumber'

type RegistrationGroup = {
  readonly title: string
  readonly fields: readonly EditedField[]
}

/** The groups of the registration form, as far as staff correct them together. */
const registrationGroups = {
  personal: {
    title: 'Personal details',
    fields: ['name', 'rollNumber', 'email', 'phone', 'dob', 'gender'],
  },
  parent: { title: 'Parent or guardian', fields: ['fname', 'fphone'] },
  residential: { title: 'Residential details', fields: ['laddress', 'paddress'] },
  educational: {
    title: 'Educational details',
    fields: ['role', 'qualification', 'qualificationYear', 'college', 'designation', 'company'],
  },
  course: { title: 'Course details', fields: ['course', 'otherCourse', 'referral', 'friendName'] },
} as const satisfies Record<string, RegistrationGroup>

const labels: Readonly<Record<EditedField, string>> = {
  name: 'Name',
  rollNumber: 'Roll number (optional)',
  email: 'Email',
  phone: 'Phone',
  dob: 'Date of birth',
  gender: 'Gender',
  fname: 'Name',
  fphone: 'Phone',
  laddress: 'Local address',
  paddress: 'Permanent address',
  role: 'Role',
  qualification: 'Qualification',
  qualificationYear: 'Year',
  college: 'College',
  designation: 'Designation',
  company: 'Company',
  course: 'Course',
  otherCourse: 'Other course',
  referral: 'Referral',
  friendName: 'Friend’s name (optional)',
}

type EditRegistrationProps = {
  readonly student: Student
  readonly group: keyof typeof registrationGroups
}

/** The button and the dialog to correct a group of fields, for staff who may. */
export function EditRegistration({ student, group }: EditRegistrationProps) {
  const [isOpen, setOpen] = useState(false)
  const canEdit = useCan('students.edit')
  const canEditPrivate = useCan('students.edit-private')
  const held: readonly Permission[] = [
    ...(canEdit ? (['students.edit'] as const) : []),
    ...(canEditPrivate ? (['students.edit-private'] as const) : []),
  ]
  const { title, fields } = registrationGroups[group]
  const editable = fields.filter((field) => canChangeField(field, held))
  if (editable.length === 0) return null
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        icon={<IconPencil aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Edit<span className="visually-hidden"> {title.toLowerCase()}</span>
      </Button>
      <FormDialog opened={isOpen} onClose={() => setOpen(false)} title={title}>
        <RegistrationForm student={student} fields={editable} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  )
}

type RegistrationFormProps = {
  readonly student: Student
  readonly fields: readonly EditedField[]
  readonly onClose: () => void
}

function RegistrationForm({ student, fields, onClose }: RegistrationFormProps) {
  const { round, formProps, typed, conflict } = useStudentForm(student, {
    labels,
    show: (shown) => Object.fromEntries(fields.map((field) => [field, shown[field] ?? ''])),
    toBody: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([field, text]) => [field, text.trim()]),
      ) as StudentChange,
    onSaved: (message) => {
      onClose()
      showToast(message)
    },
  })
  const stored = toRegistration(student)
  return (
    <>
      {conflict}
      <Form
        key={round}
        {...formProps}
        submit="Save"
        validate={(values) => validate(stored, values)}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        {fields
          .filter((field) => field === 'rollNumber' || isAsked(field, { ...stored, ...typed }))
          .map((field, index) => (
            <RegistrationInput key={field} field={field} isFirst={index === 0} />
          ))}
      </Form>
    </>
  )
}

function validate(stored: RegistrationDraft, values: FieldValues) {
  const { errors } = correctRegistration(stored, values, getInstituteDay(Date.now()))
  const rollNumber = validateRollNumber(values.rollNumber ?? '')
  return { ...errors, ...(rollNumber && { rollNumber }) }
}

function toRegistration(student: Student): RegistrationDraft {
  return Object.fromEntries(registrationFields.map((field) => [field, student[field]]))
}

function toOptions(values: readonly string[], names: Readonly<Record<string, string>> = {}) {
  return values.map((value) => ({ value, name: names[value] ?? value }))
}

function EmailInput(shared: { readonly label: string; readonly autoComplete: string }) {
  const hint = useIsMailSetUp()
    ? 'A new address gets new login details by mail.'
    : 'New login details for a new address go to the outbox folder: mail is not set up.'
  return <Email {...shared} name="email" hint={hint} />
}

type InputProps = { readonly field: EditedField; readonly isFirst: boolean }

function RegistrationInput({ field, isFirst }: InputProps): ReactNode {
  const shared = { label: labels[field], 'data-autofocus': isFirst || undefined }
  const typed = { ...shared, autoComplete: 'off' }
  switch (field) {
    case 'email':
      return <EmailInput {...typed} />
    case 'phone':
    case 'fphone':
      return <Field {...typed} name={field} type="tel" inputMode="tel" />
    case 'dob':
      return <Day {...typed} name={field} />
    case 'gender':
      return <Select {...shared} name={field} options={toOptions(genders, genderLabels)} />
    case 'role':
      return <Select {...shared} name={field} options={toOptions(roles, roleLabels)} />
    case 'course':
      return <Select {...shared} name={field} options={toOptions(courses, courseLabels)} />
    case 'referral':
      return <Select {...shared} name={field} options={toOptions(referrals)} />
    case 'laddress':
    case 'paddress':
      return <TextArea {...typed} name={field} />
    default:
      return <Field {...typed} name={field} />
  }
}
