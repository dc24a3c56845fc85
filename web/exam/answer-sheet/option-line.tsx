import { IconCheck, IconX } from '@tabler/icons-react'
import type { AnswerSheetItem } from '#contract/results.ts'
import { CodeText } from '../../kit/code-text.tsx'
import { Picture } from '../picture.tsx'
import css from './option-line.module.css'

type OptionLineProps = {
  readonly option: AnswerSheetItem['options'][number]
  readonly letter: string
  readonly isChosen: boolean
  readonly isKey: boolean
  /** The question got its mark, maybe because its key was mended. */
  readonly isMarked: boolean
  readonly reader: 'student' | 'admin'
}

export function OptionLine(props: OptionLineProps) {
  const { option, letter } = props
  const tag = tagOf(props)
  const Icon = tag?.look === 'wrong' ? IconX : IconCheck
  return (
    <li className={css.option} data-look={tag?.look}>
      <span className={css.letter}>{letter}</span>
      <span className={css.text}>
        <CodeText text={option.text} />
        {option.fileUrl && <Picture url={option.fileUrl} of={`option ${letter}`} small />}
      </span>
      {tag && (
        <span className={css.tag}>
          <Icon size={16} stroke={2} aria-hidden="true" />
          {tag.words}
        </span>
      )}
    </li>
  )
}

function tagOf({ isChosen, isKey, isMarked, reader }: OptionLineProps) {
  const chosen = reader === 'student' ? 'Your answer' : 'Chosen answer'
  if (isChosen && (isKey || isMarked)) return { look: 'right', words: `${chosen}, correct` }
  if (isChosen) return { look: 'wrong', words: chosen }
  return isKey ? { look: 'right', words: 'Correct answer' } : null
}
