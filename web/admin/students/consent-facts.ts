import type { Student } from '#contract/students.ts'
import { isUnderAge } from '#core/students/age.ts'
import { dayOf } from '../../kit/day.ts'
import { formatWhen } from '../../kit/format.ts'

const notRecorded = 'not recorded'

/** Which notice, when, and in which language they read it. */
export function toConsentText({ consent }: Student): string {
  if (!consent) return notRecorded
  const { at, noticeVersion, language } = consent
  const read = language ? `, in ${toLanguageName(language)}` : ''
  return `${formatWhen(at)}, privacy notice ${noticeVersion}${read}`
}

/** Undefined for who was 18 when they registered: nobody else was asked. */
export function toGuardianConsentText(student: Student): string | undefined {
  const { guardianConsent, dob, createdAt } = student
  if (guardianConsent) return `${guardianConsent.name}, ${formatWhen(guardianConsent.at)}`
  return isUnderAge(dob, dayOf(Date.parse(createdAt))) ? notRecorded : undefined
}

function toLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
  } catch {
    // Any client may send a tag that only looks like one.
    return tag
  }
}
