import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { getInstituteDay } from '#contract/institute-clock.ts'
import { courseLabels, genderLabels, labelOf, roleLabels } from '#contract/registration-labels.ts'
import { getStudent, listStudents, type Student, updateStudent } from '#contract/students.ts'
import { isUnderAge } from '#core/students/age.ts'
import { isPhone, phoneError } from '#core/students/registration.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { showToast } from '../../ui/toast.tsx'
import { replaceRow } from '../lists/cached-pages.ts'
import css from './facts.module.css'

/** What the student entered, as far as the reader may see it, in the groups of the registration. */
export function Facts({ student }: { student: Student }) {
  const canEdit = useCan('students.edit')
  const canSeePrivate = useCan('students.read-private')
  return (
    <Card>
      <Group title="Personal Details" action={canEdit && <ContactForm student={student} />}>
        <Fact name="Name">{student.name}</Fact>
        <Fact name="Email">{student.email}</Fact>
        <Fact name="Phone">{student.phone}</Fact>
        <Fact name="Date of birth">{student.dob}</Fact>
        <Fact name="Gender">{student.gender && labelOf(genderLabels, student.gender)}</Fact>
        <Fact name="Role">{student.role && labelOf(roleLabels, student.role)}</Fact>
        <Fact name="Identity card">
          {student.identityAtDesk ? 'Wants to show it at the desk' : undefined}
        </Fact>
      </Group>
      {canSeePrivate && <PrivateGroups student={student} />}
      <Group title="Course Details">
        <Fact name="Course">{labelOf(courseLabels, student.course)}</Fact>
        <Fact name="Other course">{student.otherCourse}</Fact>
        <Fact name="Referral">{student.referral}</Fact>
        <Fact name="Friend's name">{student.friendName}</Fact>
        <Fact name="Terms accepted">
          {student.termsAcceptedAt &&
            `${formatDateTime(student.termsAcceptedAt)}, version ${student.termsVersion}`}
        </Fact>
        {canSeePrivate && (
          <>
            <Fact name="Consent">{toConsentText(student)}</Fact>
            <Fact name="Guardian’s consent">{toGuardianConsentText(student)}</Fact>
          </>
        )}
      </Group>
    </Card>
  )
}

function PrivateGroups({ student }: { student: Student }) {
  return (
    <>
      <Group title="Parent/Guardian Details">
        <Fact name="Name">{student.fname}</Fact>
        <Fact name="Phone">{student.fphone}</Fact>
      </Group>
      <Group title="Residential Details">
        <Fact name="Local address">{student.laddress}</Fact>
        <Fact name="Permanent address">{student.paddress}</Fact>
      </Group>
      <Group title="Educational Details">
        <Fact name="Qualification">{student.qualification}</Fact>
        <Fact name="Year">{student.qualificationYear}</Fact>
        <Fact name="College">{student.college}</Fact>
        <Fact name="Designation">{student.designation}</Fact>
        <Fact name="Company">{student.company}</Fact>
      </Group>
    </>
  )
}

type GroupProps = {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Group({ title, action, children }: GroupProps) {
  return (
    <div className={css.group}>
      <div className={css.head}>
        <h2>{title}</h2>
        {action}
      </div>
      <dl>{children}</dl>
    </div>
  )
}

/** Leaves out what this student was not asked for. */
function Fact({ name, children }: { name: string; children: string | undefined }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const { Form, Field } = formFor(updateStudent)

/** Corrects typing errors of the registration. */
function ContactForm({ student }: { student: Student }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { name, email, phone } = student
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        icon={<IconPencil aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Edit<span className="visually-hidden"> name, email and phone</span>
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Name, email and phone">
        <Form
          params={{ id: student._id }}
          initial={{ name, email, phone }}
          submit="Save"
          messagePrefix="Failed to update student."
          validate={check}
          onDone={async ({ message, student: saved }) => {
            replaceRow(client, listStudents, saved)
            await invalidateEndpoints(client, getStudent)
            setOpen(false)
            showToast(message)
          }}
          beside={<Button onClick={() => setOpen(false)}>Cancel</Button>}
        >
          <Field name="name" label="Name" autoComplete="off" data-autofocus />
          <Field
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            hint="A new address gets new login details by mail."
          />
          <Field name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" />
        </Form>
      </Dialog>
    </>
  )
}

function check({ name, email, phone }: FieldValues) {
  return {
    ...(!name?.trim() && { name: 'Enter the name' }),
    ...(!email?.trim() && { email: 'Enter an email address in the format name@example.com' }),
    ...(!isPhone(phone?.trim() ?? '') && { phone: phoneError }),
  }
}

const notRecorded = 'not recorded'

/** When the student agreed, to which notice, and in which language they read it. */
export function toConsentText({ consent }: Student): string {
  if (!consent) return notRecorded
  const { at, noticeVersion, language } = consent
  const languageNote = language ? `, in ${toLanguageName(language)}` : ''
  return `${formatDateTime(at)}, privacy notice ${noticeVersion}${languageNote}`
}

/** Undefined for students who were 18 when they registered: no guardian was asked. */
export function toGuardianConsentText(student: Student): string | undefined {
  const { guardianConsent, dob, createdAt } = student
  if (guardianConsent) return `${guardianConsent.name}, ${formatDateTime(guardianConsent.at)}`
  if (dob === undefined) return undefined
  return isUnderAge(dob, getInstituteDay(Date.parse(createdAt))) ? notRecorded : undefined
}

function toLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
  } catch {
    // A client may send text that only looks like a language tag.
    return tag
  }
}
