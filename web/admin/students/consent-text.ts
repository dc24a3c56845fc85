import { getInstituteDay } from '#contract/institute-clock.ts'
import type { Student } from '#contract/students.ts'
import { isUnderAge } from '#core/students/age.ts'
import { formatDateTime } from '../../ui/format-time.ts'

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
