import type { FiguresCounting } from '#contract/results.ts'
import { describeFiguresCounting } from '../../questions/describe-counting.ts'
import css from './figures-note.module.css'

/** Which attempt figures are of; nothing where each student has one. */
export function FiguresNote({ counting }: { counting: FiguresCounting | undefined }) {
  if (!counting) return null
  return <p className={css.note}>{describeFiguresCounting(counting)}</p>
}
