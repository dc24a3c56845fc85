import { type ComponentType, type FormEvent, type ReactNode, useEffect } from 'react'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { canSelectText } from '#core/proctoring/held-keys.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { canPostpone } from '#core/quiz-session/answering.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { isLastQuestion, isLocked, listAnswered } from '#core/quiz-session/session-state.ts'
import { getShownWarning } from '#core/quiz-session/warnings.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { useSession } from '../../client/session.ts'
import { useLeaveBlocker } from '../../layout/use-leave-blocker.ts'
import type { ChosenAnswer } from '../../questions/options/kind-screens.ts'
import { forgetStruckOptions } from '../../questions/options/struck-options.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { CompletionPage, toSessionEnding } from './completion-page.tsx'
import { useAnswerKeys, useFocusTrap, useLetterKeys } from './keyboard.ts'
import { LeftOver } from './left-over.tsx'
import { useProctoringListeners } from './proctoring/use-proctoring-listeners.ts'
import { createEvent } from './proctoring/watch-devtools.ts'
import { ActionBar, Question } from './question.tsx'
import { QuizErrorBoundary } from './quiz-error-boundary.tsx'
import { QuizHeader } from './quiz-header.tsx'
import css from './quiz-screen.module.css'
import { StatusBanner } from './status-banner.tsx'
import { useConfirmDialog } from './use-confirm-dialog.ts'
import type { QuizPaper } from './use-paper.ts'
import {
  type CreateCalls,
  type QuizMachine,
  type QuizSession,
  useQuizSession,
} from './use-quiz-session.ts'
import { WarningDialog } from './warning-dialog.tsx'

const logInAgain = createLazyModule(() => import('./log-in-again.tsx'))

type RunningQuizProps = {
  readonly testId: string
  readonly paper: QuizPaper
  /** In place of the server, and of the closing page. */
  readonly practice?: {
    readonly createCalls: CreateCalls
    readonly renderEnd: (finishReason: string) => ReactNode
  }
  /** Where the paper is free. */
  readonly free?: FreePaperParts
}

/** What a free paper brings along, in place of the rules and the screen of a forward one. */
export type FreePaperParts = {
  readonly machine: QuizMachine
  readonly hideNotes: (session: QuizSession) => QuizSession
  readonly FreePaper: ComponentType<FreePaperProps>
}

export type FreePaperProps = {
  readonly paper: QuizPaper
  readonly session: QuizSession
  readonly clock: ReactNode
  readonly banner: ReactNode
  readonly dispatch: ReturnType<typeof useQuizSession>['dispatch']
  readonly hasLetterKeys: boolean
  readonly onLetterKeys: (isOn: boolean) => void
}

export function RunningQuiz({ testId, paper, practice, free }: RunningQuizProps) {
  const quiz = useQuizSession(testId, paper, practice?.createCalls, free?.machine)
  const { flashMessage, dispatch, showMessage } = quiz
  const session = free ? free.hideNotes(quiz.session) : quiz.session
  const { phase, endsAt, chosen } = session
  const account = useSession()
  const [hasLetterKeys, setLetterKeys] = useLetterKeys()
  const addedMs = endsAt - Date.parse(paper.endsAt)
  const question = paper.questions.find(({ _id }) => _id === session.questionId)
  const answeredCount = listAnswered(session).size
  const warning = getShownWarning(session)
  const handleObserved = (observed: ProctoringEvent) => dispatch({ type: 'observed', observed })
  const showStaying = (title: string) =>
    showMessage({ title, text: 'Nothing was submitted. You can go on.' })
  const rules = { mode: paper.integrityMode, hasAssistiveTools: paper.assistiveTools ?? false }
  useProctoringListeners(phase.at === 'open', session.isWatched, rules, {
    onEvent: handleObserved,
    onHeld(kind, reason) {
      showStaying(reason)
      handleObserved(createEvent(kind))
    },
  })
  useFocusTrap(phase.at !== 'ended')
  useEffect(() => {
    if (phase.at === 'ended') forgetStruckOptions(paper.quizAttemptId)
  }, [phase.at, paper.quizAttemptId])

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    // Enter, pressed once too often behind the last question, finishes nothing.
    if (session.free?.isReviewing && !event) return
    if (!free && question && chosen === null && !isLocked(session))
      showMessage({ title: 'Choose an option first.' })
    else dispatch({ type: 'submitted' })
  }
  useAnswerKeys(phase.at !== 'ended', { hasLetterKeys, onSubmit: handleSubmit })

  if (phase.at === 'ended' && practice) return practice.renderEnd(phase.finishReason)
  if (phase.at === 'ended')
    return (
      <CompletionPage
        attemptId={paper.quizAttemptId}
        ending={toSessionEnding(session, phase)}
        total={paper.questions.length}
      />
    )

  const clock = (
    <Countdown
      endsAt={endsAt}
      totalSeconds={paper.ownDurationSeconds + Math.round(addedMs / 1000)}
      onEnd={() => dispatch({ type: 'time-over' })}
    />
  )

  const banner = <StatusBanner session={session} flashMessage={flashMessage} />
  const letterKeys = { hasLetterKeys, onLetterKeys: setLetterKeys }

  const renderForwardPaper = () => (
    <>
      <QuizHeader title={paper.title} questions={paper.questions} session={session} clock={clock}>
        {banner}
      </QuizHeader>
      <main className={css.main} tabIndex={-1}>
        {question ? (
          <Question
            key={question._id}
            question={question}
            // There are no notes in a forward paper.
            chosen={chosen as ChosenAnswer | null}
            onChoose={(answer) => dispatch({ type: 'chosen', answer })}
          />
        ) : (
          <h1 className={css.done}>All questions are answered.</h1>
        )}
        <LeftOver
          session={session}
          questions={paper.questions}
          onFinish={() => dispatch({ type: 'finished-early' })}
        />
      </main>
      <ActionBar
        label={getSubmitLabel(session)}
        isBusy={isLocked(session) && phase.at !== 'failed'}
        onLater={canPostpone(session) ? () => dispatch({ type: 'postponed' }) : undefined}
        optionCount={question?.options.length}
        {...letterKeys}
      />
    </>
  )

  return (
    <>
      <QuizErrorBoundary clock={clock}>
        <form
          className={css.quiz}
          data-fixed-text={!canSelectText(rules) || undefined}
          onSubmit={handleSubmit}
        >
          {free ? (
            <free.FreePaper {...{ paper, session, clock, banner, dispatch }} {...letterKeys} />
          ) : (
            renderForwardPaper()
          )}
        </form>
      </QuizErrorBoundary>
      {session.isLoggedOut && account && (
        <LazyPart
          part={logInAgain}
          failed={
            <p role="alert" className={css.late}>
              You were logged out. The form to log in again does not load yet. We keep trying.
            </p>
          }
        >
          {({ LogInAgain }) => (
            <LogInAgain session={account} onDone={() => dispatch({ type: 'logged-in' })} />
          )}
        </LazyPart>
      )}
      {warning && !session.isLoggedOut && (
        <WarningDialog
          key={warning.number}
          warning={warning}
          savedCount={session.queue.saved.length}
          waitingCount={session.queue.waiting.length}
          onRead={() => dispatch({ type: 'warning-read' })}
        />
      )}
      <LeaveGuard
        isOn={phase.at === 'open'}
        mode={paper.integrityMode}
        answered={answeredCount}
        total={paper.questions.length}
        onEvent={(kind) => handleObserved(createEvent(kind))}
        onStay={() => showStaying('You are still in the quiz.')}
      />
    </>
  )
}

function getSubmitLabel(session: QuizSession): string {
  if (session.phase.at === 'failed') return 'Try again'
  return isLastQuestion(session) ? 'Finish Quiz' : 'Submit Answer'
}

type LeaveGuardProps = {
  readonly isOn: boolean
  readonly mode: IntegrityMode
  readonly answered: number
  readonly total: number
  readonly onEvent: (kind: EventKind) => unknown
  /** Nothing could ask, so the student stays. */
  readonly onStay: () => void
}

/** Asks before the back button ends a quiz; where the test warns it is a warning, else a note. */
function LeaveGuard({ isOn, mode, answered, total, onEvent, onStay }: LeaveGuardProps) {
  const blocker = useLeaveBlocker(isOn)
  const isBlocked = blocker.state === 'blocked'
  const { ConfirmDialog, hasFailed } = useConfirmDialog()
  useEffect(() => {
    if (!isBlocked || (mode === 'strict' && !hasFailed)) return
    if (mode === 'strict') onStay()
    else onEvent('back')
    if (mode === 'observe') blocker.proceed()
    else blocker.reset()
  }, [isBlocked, mode, hasFailed, blocker, onEvent, onStay])
  const stay = () => blocker.reset?.()
  if (!ConfirmDialog) return null
  return (
    <ConfirmDialog
      opened={isBlocked && mode === 'strict'}
      question="Leaving will auto-submit your quiz. Continue?"
      cancel="Stay in the quiz"
      action="Leave and submit"
      onConfirm={async () => {
        onEvent('back')
      }}
      onClose={stay}
    >
      {answered} of {total} {total === 1 ? 'question is' : 'questions are'} answered. You cannot
      come back to this quiz.
    </ConfirmDialog>
  )
}
