import { getInstituteDay } from '#contract/institute-clock.ts'
import type { Student } from '#contract/students.ts'
import { isUnderAge } from '#core/students/age.ts'
import { formatDateTime } from '../../ui/format-time.ts'

const notRecorded = 'not recorded'

/** Which notice, when, and in which language they read it. */
export function toConsentText({ consent }: Student): string {
  if (!consent) return notRecorded
  const { at, noticeVersion, language } = consent
  const languageNote = language ? `, in ${toLanguageName(language)}` : ''
  return `${formatDateTime(at)}, privacy notice ${noticeVersion}${languageNote}`
}

/** Undefined for who was 18 when they registered: nobody else was asked. */
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
    // Any client may send a tag that only looks like one.
    return tag
  }
}
