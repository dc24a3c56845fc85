import { Fragment, type ReactNode, useId, useState } from 'react'
import type { AnswerKey, ItemAnalysis } from '#contract/grading.ts'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { AuthorText } from '../../../questions/author-text.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Alert } from '../../../ui/status.tsx'
import css from './key-choice.module.css'

type KeyChoiceProps = {
  readonly item: ItemAnalysis
  readonly error: string | undefined
  /** Null while it is not clear yet what counts. */
  readonly onChoose: (key: AnswerKey | null) => void
}

/** The choice of a key: one option or several, right for everyone, or again what was printed. */
export function KeyChoice({ item, error, onChoose }: KeyChoiceProps) {
  const name = useId()
  const errorId = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [several, setSeveral] = useState(() => listRight(item))
  const toKey = (options: readonly number[]) =>
    isKeyOfSeveral(item, options) ? options.map(toOptionLetter).join(',') : null
  const handleChoose = (value: string) => {
    setChosen(value)
    onChoose(value === 'several' ? toKey(several) : value)
  }
  const handleToggle = (option: number) => {
    const next = several.includes(option)
      ? several.filter((other) => other !== option)
      : [...several, option].sort((one, other) => one - other)
    setSeveral(next)
    onChoose(toKey(next))
  }
  return (
    <fieldset className={css.keys} aria-describedby={error && errorId}>
      <legend>What counts as correct</legend>
      {listChoices(item).map(({ value, label, isCurrent }) => (
        <Fragment key={value}>
          <label className={css.key}>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              disabled={isCurrent}
              onChange={() => handleChoose(value)}
            />
            <span>
              {label}
              {isCurrent && <small> (counts now)</small>}
            </span>
          </label>
          {value === 'several' && chosen === 'several' && (
            <fieldset className={css.several}>
              <legend className="visually-hidden">The correct options</legend>
              {item.options.map(({ text }, option) => (
                <Checkbox
                  key={text}
                  checked={several.includes(option)}
                  onChange={() => handleToggle(option)}
                >
                  <LetteredOption option={option} text={text} />
                </Checkbox>
              ))}
            </fieldset>
          )}
        </Fragment>
      ))}
      {error && (
        <div id={errorId}>
          <Alert className={css.error}>{error}</Alert>
        </div>
      )}
    </fieldset>
  )
}

type Choice = { readonly value: string; readonly label: ReactNode; readonly isCurrent: boolean }

function listChoices(item: ItemAnalysis): Choice[] {
  const { kind, options, correction } = item
  const isAlone = listRight(item).length === 1
  const single = options.map(({ text, isKey }, option) => ({
    value: toOptionLetter(option),
    label: <LetteredOption option={option} text={text} />,
    isCurrent: isKey && isAlone,
  }))
  const several =
    kind === 'multiple-choice' ? 'Other options, all together' : 'Several options, each by itself'
  const printed = options.flatMap(({ isPrinted }, option) =>
    isPrinted ? [toOptionLetter(option)] : [],
  )
  return [
    ...(kind === 'multiple-choice' ? [] : single),
    { value: 'several', label: several, isCurrent: false },
    {
      value: 'everyone',
      label: 'Everyone gets the mark',
      isCurrent: correction?.key === 'everyone',
    },
    ...(correction
      ? [
          {
            value: 'printed',
            label: `Take the correction back: ${formatLetters(printed, 'and')}, as printed`,
            isCurrent: false,
          },
        ]
      : []),
  ]
}

function listRight({ options }: ItemAnalysis): number[] {
  return options.flatMap(({ isKey }, option) => (isKey ? [option] : []))
}

/** Several of single choice are two at least, and what counts now is no other key. */
function isKeyOfSeveral(item: ItemAnalysis, options: readonly number[]): boolean {
  const least = item.kind === 'multiple-choice' ? 1 : 2
  return options.length >= least && String(options) !== String(listRight(item))
}

/** "A", "A and C", "A, B or D". */
export function formatLetters(letters: readonly string[], word: 'and' | 'or'): string {
  const last = letters.at(-1) ?? ''
  return letters.length < 2 ? last : `${letters.slice(0, -1).join(', ')} ${word} ${last}`
}

function LetteredOption({ option, text }: { option: number; text: string }) {
  return (
    <>
      {toOptionLetter(option)}:{' '}
      <bdi>
        <AuthorText text={text} />
      </bdi>
    </>
  )
}
