import { IconCheck } from '@tabler/icons-react'
import { formatPercentage } from '#contract/format.ts'
import type { ItemAnalysis } from '#contract/grading.ts'
import { toPercentage } from '#core/grading/grade.ts'
import { ZoomableImage } from '../../../questions/options/zoomable-image.tsx'
import { CodeText } from '../../../ui/code-block.tsx'
import css from './option-bar.module.css'

type OptionBarProps = {
  readonly option: ItemAnalysis['options'][number]
  readonly letter: string
  readonly of: number
}

/** How many chose it, as a length and in figures. */
export function OptionBar({ option, letter, of }: OptionBarProps) {
  const { text, fileUrl, chosen, isKey, isPrinted } = option
  const share = toPercentage(chosen, of)
  return (
    <li className={css.option} data-key={isKey || undefined}>
      <span className={css.bar} style={{ width: `${share}%` }} />
      <span className={css.letter}>{letter}</span>
      <span className={css.text}>
        <CodeText text={text} />
        {fileUrl && <ZoomableImage url={fileUrl} subject={`option ${letter}`} small />}
      </span>
      {(isKey || isPrinted) && (
        <span className={css.tag}>
          {isKey && <IconCheck size={16} stroke={2} aria-hidden="true" />}
          {isKey ? 'Correct answer' : 'Printed as correct'}
        </span>
      )}
      <span className={css.figure}>
        {chosen} <small>{formatPercentage(share)}</small>
        <span className="visually-hidden"> chose it</span>
      </span>
    </li>
  )
}
