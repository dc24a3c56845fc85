import type { KeyCorrection } from '#contract/questions/question-fields.ts'
import { formatDate } from '../../ui/format-time.ts'

/** "Corrected on 26 Nov: everyone has this mark." */
export function describeCorrection({ at, everyone }: KeyCorrection): string {
  const what = everyone ? 'everyone has this mark' : 'the key that counts is another than at first'
  return `Corrected on ${formatDate(at)}: ${what}.`
}
