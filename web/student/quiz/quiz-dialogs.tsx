import { useEffect } from 'react'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { getShownWarning } from '#core/quiz-session/warnings.ts'
import { useSession } from '../../client/browser-session.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { Alert } from '../../ui/status.tsx'
import css from './quiz-screen.module.css'
import type { QuizSession, useQuizSession } from './use-quiz-session.ts'

const logInAgain = createLazyModule(() => import('./log-in-again.tsx'))
const warningDialog = createLazyModule(() => import('./warning-dialog.tsx'))

type QuizDialogsProps = {
  readonly session: QuizSession
  readonly mode: IntegrityMode
  readonly dispatch: ReturnType<typeof useQuizSession>['dispatch']
}

/** Dialogs above the paper, loaded when first needed. */
export function QuizDialogs({ session, mode, dispatch }: QuizDialogsProps) {
  const account = useSession()
  const warning = getShownWarning(session)
  const { forgivesReload } = session
  useEffect(() => {
    // A warning must open at once, also on a slow connection.
    if (mode === 'warn' || forgivesReload) warningDialog.preload()
  }, [mode, forgivesReload])
  if (session.isLoggedOut && account)
    return (
      <LazyPart
        part={logInAgain}
        failed={
          <Alert className={css.late}>
            You have to log in again. The form for it does not load yet. We keep trying.
          </Alert>
        }
      >
        {({ LogInAgain }) => (
          <LogInAgain session={account} onDone={() => dispatch({ type: 'logged-in' })} />
        )}
      </LazyPart>
    )
  if (!warning || session.isLoggedOut) return null
  return (
    <LazyPart
      part={warningDialog}
      failed={
        <Alert className={css.late}>
          A warning waits for you. It does not load yet. We keep trying.
        </Alert>
      }
    >
      {({ WarningDialog }) => (
        <WarningDialog
          key={warning.number}
          warning={warning}
          isForReload={forgivesReload}
          savedCount={session.queue.saved.length}
          waitingCount={session.queue.waiting.length}
          onRead={() => dispatch({ type: 'warning-read' })}
        />
      )}
    </LazyPart>
  )
}
