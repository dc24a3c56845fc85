import type { ReactNode } from 'react'
import { getInstituteDay } from '#contract/institute-clock.ts'
import { courseLabels, genderLabels, labelOf, roleLabels } from '#contract/registration-labels.ts'
import type { Student } from '#contract/students.ts'
import { isUnderAge } from '#core/students/age.ts'
import { useCan } from '../../client/use-can.tsx'
import { EmailAddress } from '../../ui/breakable-text.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { EditRegistration } from './edit-registration.tsx'
import css from './facts.module.css'

/** The student's entries, as far as the reader may see them, in the groups of the registration. */
export function Facts({ student }: { student: Student }) {
  const canSeePrivate = useCan('students.read-private')
  return (
    <Card>
      <Group
        title="Personal Details"
        action={<EditRegistration student={student} group="personal" />}
      >
        <Fact name="Name">{student.name}</Fact>
        <Fact name="Roll number">{student.rollNumber}</Fact>
        <Fact name="Email">
          <EmailAddress address={student.email} />
        </Fact>
        <Fact name="Phone">{student.phone}</Fact>
        <Fact name="Date of birth">{student.dob}</Fact>
        <Fact name="Gender">{student.gender && labelOf(genderLabels, student.gender)}</Fact>
        <Fact name="Identity card">
          {student.identityAtDesk ? 'Wants to show it at the desk' : undefined}
        </Fact>
      </Group>
      {canSeePrivate && <PrivateGroups student={student} />}
      <Group title="Course Details" action={<EditRegistration student={student} group="course" />}>
        <Fact name="Course">{labelOf(courseLabels, student.course)}</Fact>
        <Fact name="Other course">{student.otherCourse}</Fact>
        <Fact name="Referral">{student.referral}</Fact>
        <Fact name="Friend's name">{student.friendName}</Fact>
        <Fact name="Terms accepted">{canSeePrivate ? toTermsText(student) : undefined}</Fact>
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
      <Group
        title="Parent/Guardian Details"
        action={<EditRegistration student={student} group="parent" />}
      >
        <Fact name="Name">{student.fname}</Fact>
        <Fact name="Phone">{student.fphone}</Fact>
      </Group>
      <Group
        title="Residential Details"
        action={<EditRegistration student={student} group="residential" />}
      >
        <Fact name="Local address">{student.laddress}</Fact>
        <Fact name="Permanent address">{student.paddress}</Fact>
      </Group>
      <Group
        title="Educational Details"
        action={<EditRegistration student={student} group="educational" />}
      >
        <Fact name="Role">{student.role && labelOf(roleLabels, student.role)}</Fact>
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

/** Leaves out what this student was not asked for; an empty text is asked and not given yet. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span className={css.missing}>Not given yet</span>}</dd>
    </div>
  )
}

const notRecorded = 'not recorded'

export function toTermsText({ termsAcceptedAt, termsVersion }: Student): string {
  if (!termsAcceptedAt) return notRecorded
  return `${formatDateTime(termsAcceptedAt)}, version ${termsVersion}`
}

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
