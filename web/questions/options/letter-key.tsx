import type { ItemAnalysis } from '#contract/grading.ts'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AuthorTextView } from '../author-text-view.tsx'
import css from './letter-key.module.css'

type OptionChecksProps = {
  readonly item: ItemAnalysis
  readonly draft: readonly number[]
  readonly onDraft: (options: readonly number[]) => void
}

/** Several options to mark as correct. */
export function OptionChecks({ item, draft, onDraft }: OptionChecksProps) {
  const handleToggle = (option: number) =>
    onDraft(
      draft.includes(option)
        ? draft.filter((other) => other !== option)
        : [...draft, option].sort((one, other) => one - other),
    )
  return (
    <fieldset className={css.several}>
      <legend className="visually-hidden">The correct options</legend>
      {item.options.map(({ text }, option) => (
        <Checkbox key={text} checked={draft.includes(option)} onChange={() => handleToggle(option)}>
          <LetteredOption option={option} text={text} />
        </Checkbox>
      ))}
    </fieldset>
  )
}

export function LetteredOption({ option, text }: { option: number; text: string }) {
  return (
    <>
      {toOptionLetter(option)}:{' '}
      <bdi>
        <AuthorTextView text={text} />
      </bdi>
    </>
  )
}

export function listRight({ options }: ItemAnalysis): number[] {
  return options.flatMap(({ isKey }, option) => (isKey ? [option] : []))
}

/** Null where these are too few, or what counts now. */
export function toLetterKey(item: ItemAnalysis, options: readonly number[], least: number) {
  const isOther = String(options) !== String(listRight(item))
  return options.length >= least && isOther ? options.map(toOptionLetter).join(',') : null
}

/** "A", "A and C", "A, B or D". */
export function joinNames(names: readonly string[], word: 'and' | 'or'): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`
}
