import { IconCheck, IconX } from '@tabler/icons-react'
import type { AnswerSheetItem } from '#contract/results.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { ZoomableImage } from '../zoomable-image.tsx'
import css from './answered-option.module.css'

type AnsweredOptionProps = {
  readonly option: AnswerSheetItem['options'][number]
  readonly letter: string
  readonly isChosen: boolean
  readonly isKey: boolean
  /** The question got its mark, maybe because its key was mended. */
  readonly isMarked: boolean
  readonly reader: 'student' | 'admin'
}

export function AnsweredOption(props: AnsweredOptionProps) {
  const { option, letter } = props
  const tag = getTag(props)
  const Icon = tag?.look === 'wrong' ? IconX : IconCheck
  return (
    <li className={css.option} data-look={tag?.look}>
      <span className={css.letter}>{letter}</span>
      <span className={css.text}>
        <CodeText text={option.text} />
        {option.fileUrl && (
          <ZoomableImage url={option.fileUrl} subject={`option ${letter}`} small />
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

function getTag({ isChosen, isKey, isMarked, reader }: AnsweredOptionProps) {
  const chosenLabel = reader === 'student' ? 'Your answer' : 'Chosen answer'
  if (isChosen && (isKey || isMarked)) return { look: 'right', label: `${chosenLabel}, correct` }
  if (isChosen) return { look: 'wrong', label: chosenLabel }
  return isKey ? { look: 'right', label: 'Correct answer' } : null
}
