import type { Words } from '#web/institute/words.ts'

// The terms of the registration. After a change give site.config.ts a new `termsVersion`.

export const terms: Words<'terms.ts'>['terms'] = [
  'Fees once paid are not refundable.',
  'Uninformed leave means no eligibility for a backup.',
  '7 or more days of leave without prior permission ends the registration.',
  'I have understood the course content and duration and cleared all doubts.',
]
