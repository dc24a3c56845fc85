import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { answerPractice, createPractice } from '#core/quiz-session/practice.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { requireRole } from '../../client/login-redirect.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { toReasonLabel } from '../endings/describe-ending.ts'
import { useOwnExams } from '../panel/exam-table.tsx'
import { RunningQuiz } from '../quiz/running-quiz.tsx'
import type { CreateCalls } from '../quiz/use-quiz-session.ts'
import { createPracticePaper } from './practice-paper.ts'
import css from './practice-screen.module.css'

const freePaper = createLazyModule(() => import('../quiz/free-paper-parts.tsx'))

export const meta = createTitleMeta('Practice room')
export const clientLoader = requireRole('student')

/** The quiz's own screen and session; the server is a few lines in this page. */
export default function PracticeScreen() {
  const [query] = useSearchParams()
  const isFree = query.get('paper') === 'free'
  const [round, setRound] = useState(1)
  const [isLeft, setLeft] = useState(false)
  const hasAssistiveTools = useOwnExams().data?.some((exam) => exam.assistiveTools) ?? false
  const restart = () => {
    setRound(round + 1)
    setLeft(false)
  }
  if (isLeft) return <PracticeOver onRestart={restart} />
  return (
    <>
      <aside className={css.bar} aria-label="Practice">
        <p>
          <b>This is practice.</b> Nothing here counts, and nothing is stored or sent.
        </p>
        <div className={css.choices}>
          <Link to={{ search: isFree ? '' : 'paper=free' }} replace>
            {isFree ? 'Try a quiz without going back' : 'Try a quiz you can go back in'}
          </Link>
          <Button size="row" onClick={() => setLeft(true)}>
            Leave the practice room
          </Button>
        </div>
      </aside>
      <PracticeRound
        key={`${round} ${isFree} ${hasAssistiveTools}`}
        isFree={isFree}
        hasAssistiveTools={hasAssistiveTools}
        onRestart={restart}
      />
    </>
  )
}

type PracticeRoundProps = {
  readonly isFree: boolean
  readonly hasAssistiveTools: boolean
  readonly onRestart: () => void
}

function PracticeRound({ isFree, hasAssistiveTools, onRestart }: PracticeRoundProps) {
  const renderEnd = (reason: string) => <PracticeOver reason={reason} onRestart={onRestart} />
  const practice = { createCalls, renderEnd }
  const [paper] = useState(() => createPracticePaper(isFree, hasAssistiveTools))
  if (!isFree) return <RunningQuiz testId="practice" paper={paper} practice={practice} />
  return (
    <LazyPart part={freePaper}>
      {(module) => (
        <RunningQuiz testId="practice" free={module.freePaper} paper={paper} practice={practice} />
      )}
    </LazyPart>
  )
}

/** A moment, so that what is being saved can be seen. */
const replyMs = 250

const createCalls: CreateCalls = ({ endsAt, onMessage }) => {
  let practice = createPractice('warn', endsAt)
  return (effect) => {
    if (effect.type === 'show-message') onMessage(effect.message)
    const [next, reply] = answerPractice(practice, effect, getServerTime())
    practice = next
    return reply && new Promise((resolve) => setTimeout(() => resolve(reply), replyMs))
  }
}

type PracticeOverProps = {
  /** How a quiz would have ended; none where the room was left. */
  readonly reason?: string
  readonly onRestart: () => void
}

function PracticeOver({ reason, onRestart }: PracticeOverProps) {
  const isForced = reason !== undefined && reason !== 'Completed' && reason !== 'Time expired'
  return (
    <main aria-labelledby={pageTitleId} className={css.over}>
      <h1 id={pageTitleId}>Practice is over</h1>
      <p>
        {isForced
          ? `A quiz that warns would have ended here, with “${toReasonLabel(reason)}”, and your answers would have been submitted. A strict one ends at the first time.`
          : 'In a quiz your answers would be with your trainer now. Here nothing was stored.'}
      </p>
      <div className={css.actions}>
        <Button onClick={onRestart}>Practise again</Button>
        <ButtonLink tone="primary" to={pagePaths.studentPanel}>
          Back to your panel
        </ButtonLink>
      </div>
    </main>
  )
}
