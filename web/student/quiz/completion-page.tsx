import { useEffect, useId, useRef } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { CompletionIllustration } from './completion-illustration.tsx'
import { getCompletionMessage } from './completion-message.ts'
import css from './completion-page.module.css'
import { ReturnTimer } from './return-timer.tsx'

type CompletionPageProps = {
  readonly finishReason: string
  readonly isLate: boolean
  readonly answered: number
  readonly total: number
}

export function CompletionPage({ finishReason, isLate, answered, total }: CompletionPageProps) {
  const isDone = finishReason === 'Completed'
  const heading = useRef<HTMLHeadingElement>(null)
  const messageId = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={css.page}>
      <div className={css.box}>
        <CompletionIllustration isDone={isDone} />
        <h1 ref={heading} tabIndex={-1} aria-describedby={messageId}>
          {isDone ? 'Thank you!' : 'Your quiz was submitted'}
        </h1>
        <p id={messageId} className={css.words}>
          {getCompletionMessage({ finishReason, isLate, answered, total })}
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
