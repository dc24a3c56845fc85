import { formatMoney } from '#contract/format.ts'
import { site } from '#site'
import css from './detail-cards.module.css'
import { useDraftState } from './use-draft.ts'

/** Site settings know the fee of the main course only. */
export function FeeNote() {
  const { course } = useDraftState().draft.answers
  const { fees } = site.course
  return (
    <p className={css.fee}>
      {course === 'full stack' && fees !== null
        ? `The fee is ${formatMoney(fees)}; registering costs nothing.`
        : 'We tell you the fee before you pay; registering costs nothing.'}
    </p>
  )
}
