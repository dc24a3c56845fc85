import { IconCheck, IconX } from '@tabler/icons-react'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import { toOptionLetter } from '#core/questions/option-list.ts'
import { AuthorTextView } from '../author-text-view.tsx'
import css from './answered-options.module.css'
import { ZoomableImage } from './zoomable-image.tsx'

type PresentedOption = AnswerSheetItem['options'][number]

/** The tag of an option on the answer sheet. */
export type OptionTag = { readonly look: 'right' | 'wrong' | 'missed'; readonly label: string }

type AnsweredOptionsProps = {
  readonly options: readonly PresentedOption[]
  readonly getTag: (option: PresentedOption) => OptionTag | null
}

/** The options as they were presented, each with what became of it. */
export function AnsweredOptions({ options, getTag }: AnsweredOptionsProps) {
  return (
    <ol className={css.options}>
      {options.map((option, index) => (
        <AnsweredOption
          key={option.text}
          option={option}
          letter={toOptionLetter(index)}
          tag={getTag(option)}
        />
      ))}
    </ol>
  )
}

type AnsweredOptionProps = {
  readonly option: PresentedOption
  readonly letter: string
  readonly tag: OptionTag | null
}

function AnsweredOption({ option, letter, tag }: AnsweredOptionProps) {
  const Icon = tag?.look === 'wrong' ? IconX : IconCheck
  return (
    <li className={css.option} data-look={tag?.look}>
      <span className={css.letter}>{letter}</span>
      <span dir="auto" className={css.text}>
        <AuthorTextView text={option.text} />
        {option.fileUrl && (
          <ZoomableImage
            url={option.fileUrl}
            subject={`option ${letter}`}
            description={option.description}
            small
          />
        )}
      </span>
      {tag && (
        <span className={css.tag}>
          <Icon size={16} stroke={2} aria-hidden="true" />
          {tag.label}
        </span>
      )}
    </li>
  )
}
