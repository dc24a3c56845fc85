import { useEffect, useId, useRef } from 'react'
import { Badge } from '../../ui/badge.tsx'
import css from './closing.module.css'
import { ClosingPicture } from './closing-picture.tsx'
import { closingWords } from './closing-words.ts'
import { ReturnTimer } from './return-timer.tsx'

type ClosingProps = {
  readonly finishReason: string
  readonly isLate: boolean
  readonly answered: number
  readonly total: number
}

export function Closing({ finishReason, isLate, answered, total }: ClosingProps) {
  const isDone = finishReason === 'Completed'
  const heading = useRef<HTMLHeadingElement>(null)
  const told = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={css.page}>
      <div className={css.box}>
        <ClosingPicture isDone={isDone} />
        <h1 ref={heading} tabIndex={-1} aria-describedby={told}>
          {isDone ? 'Thank you!' : 'Your quiz was submitted'}
        </h1>
        <p id={told} className={css.words}>
          {closingWords({ finishReason, isLate, answered, total })}
        </p>
        {!isDone && (
          <p className={css.reason}>
            <Badge tone="warn">{finishReason}</Badge>
          </p>
        )}
        <ReturnTimer seconds={isDone ? 5 : 3} />
      </div>
    </main>
  )
}
