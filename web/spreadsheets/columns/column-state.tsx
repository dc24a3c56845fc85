import { IconCheck, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import { toColumnLetter } from '#core/tables/heads.ts'
import css from './column-state.module.css'

type ColumnHeadProps = { readonly position: number; readonly head: string }

/** A column by its letter and its heading. */
export function ColumnHead({ position, head }: ColumnHeadProps) {
  return (
    <>
      <span className={css.letter}>{toColumnLetter(position)}</span> {head || <i>None</i>}
    </>
  )
}

type ColumnStateProps = {
  readonly isLeftOut: boolean
  /** How somebody or something came to know what it is; guesses count for nothing. */
  readonly knownBy: 'unknown' | 'guess' | 'head' | 'remembered' | 'author'
}

const words = {
  unknown: 'Not known',
  guess: 'Not known, guessed',
  head: 'Known heading',
  remembered: 'Remembered',
  author: 'As you say',
}

/** How far it is known what a column is. */
export function ColumnState({ isLeftOut, knownBy }: ColumnStateProps) {
  const isUnknown = knownBy === 'unknown' || knownBy === 'guess'
  const Icon = isUnknown ? IconHelpCircle : isLeftOut ? IconMinus : IconCheck
  return (
    <span className={css.state} data-tone={isUnknown ? 'warn' : isLeftOut ? undefined : 'ok'}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {isUnknown || !isLeftOut ? words[knownBy] : 'Left out'}
    </span>
  )
}
