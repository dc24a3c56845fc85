import { expect, it } from 'vitest'
import { describeCorrection } from './describe-correction.ts'

it.each([
  { everyone: true, text: /^Corrected on .*2026: everyone has this mark\.$/ },
  {
    everyone: false,
    text: /^Corrected on .*2026: the key that counts is another than at first\.$/,
  },
])(
  'states the time and the effect of a correction (for everyone: $everyone)',
  ({ everyone, text }) => {
    expect(describeCorrection({ at: '2026-11-26T06:00:00.000Z', everyone })).toMatch(text)
  },
)
