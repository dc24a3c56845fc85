import { type ComponentType, type FormEvent, type ReactNode, useEffect } from 'react'
import { canSelectText, type HoldingRules } from '#core/proctoring/held-keys.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { isLocked, listAnswered } from '#core/quiz-session/session-state.ts'
import { needsWholeScreen } from '#core/quiz-session/warnings.ts'
import { askForAnswer } from '../../questions/answer-controls.ts'
import { forgetStruckOptions } from '../../questions/options/struck-options.ts'
import { CanZoomContext } from '../../questions/options/zoomable-image.tsx'
import { useAnnouncement } from '../../ui/announcer.tsx'
import { CountdownTimer } from '../../ui/countdown-timer.tsx'
import { CompletionPage, toSessionEnding } from './completion-page.tsx'
import { ForwardPaper, type PaperProps } from './forward-paper.tsx'
import { useAnswerKeys, useFocusTrap, useLetterKeys } from './keyboard.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { MessageQueue } from './message-queue.tsx'
import { PausedPaper, pausedText, StillClock } from './paused-paper.tsx'
import { useProctoringListeners } from './proctoring/use-proctoring-listeners.ts'
import { createEvent } from './proctoring/watch-devtools.ts'
import { QuizDialogs } from './quiz-dialogs.tsx'
import { QuizErrorBoundary } from './quiz-error-boundary.tsx'
import css from './quiz-screen.module.css'
import { StatusBanner } from './status-banner.tsx'
import type { QuizPaper } from './use-paper.ts'
import {
  type CreateCalls,
  type QuizMachine,
  type QuizSession,
  useQuizSession,
} from './use-quiz-session.ts'

type RunningQuizProps = {
  readonly testId: string
  readonly paper: QuizPaper
  /** In place of the server, and of the closing page. */
  readonly practice?: {
    readonly createCalls: CreateCalls
    readonly renderEnd: (finishReason: string) => ReactNode
  }
  /** Given for a free paper. */
  readonly free?: FreePaperParts
}

/** The parts of a free paper, in place of the rules and the screen of a forward one. */
export type FreePaperParts = {
  readonly machine: QuizMachine
  readonly FreePaper: ComponentType<PaperProps>
}

export function RunningQuiz({ testId, paper, practice, free }: RunningQuizProps) {
  const quiz = useQuizSession(testId, paper, practice?.createCalls, free?.machine)
  const { session, flashMessage, dispatch } = quiz
  const { phase, pause } = session
  const [hasLetterKeys, setLetterKeys] = useLetterKeys()
  const isRunning = phase.at !== 'ended'
  const isOpen = phase.at === 'open' && !pause
  const rules = { mode: paper.integrityMode, hasAssistiveTools: paper.assistiveTools ?? false }
  const proctoring = useProctoring(quiz, isOpen, rules)
  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    // Enter, pressed once too often behind the last question, finishes nothing.
    if (session.free?.isReviewing && !event) return
    const unanswered = free ? undefined : findUnanswered(session, paper)
    if (unanswered) quiz.showMessage({ title: askForAnswer(unanswered) })
    else dispatch({ type: 'submitted' })
  }
  useFocusTrap(isRunning)
  useAnnouncement(pause && pausedText, true)
  useEffect(() => {
    if (!isRunning) forgetStruckOptions(paper.quizAttemptId)
  }, [isRunning, paper.quizAttemptId])
  useMarkedPage(isRunning)
  useAnswerKeys(isRunning && !pause, { hasLetterKeys, onSubmit: handleSubmit })

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
    <QuizClock paper={paper} session={session} onEnd={() => dispatch({ type: 'time-over' })} />
  )
  const Paper = free?.FreePaper ?? ForwardPaper
  return (
    <>
      <QuizErrorBoundary clock={clock}>
        <form
          className={css.quiz}
          data-fixed-text={!canSelectText(rules) || undefined}
          onSubmit={handleSubmit}
        >
          <CanZoomContext value={!needsWholeScreen(session)}>
            <Paper
              paper={paper}
              session={session}
              clock={clock}
              banner={
                <>
                  <StatusBanner session={session} flashMessage={flashMessage} />
                  <MessageQueue
                    messages={session.messages}
                    onDismiss={(id) => dispatch({ type: 'message-dismissed', id })}
                  />
                </>
              }
              cover={pause && <PausedPaper session={session} />}
              dispatch={dispatch}
              hasLetterKeys={hasLetterKeys}
              onLetterKeys={setLetterKeys}
            />
          </CanZoomContext>
        </form>
      </QuizErrorBoundary>
      <QuizDialogs session={session} mode={paper.integrityMode} dispatch={dispatch} />
      <LeaveGuard
        isOn={isOpen}
        mode={paper.integrityMode}
        answered={listAnswered(session).size}
        total={paper.questions.length}
        onEvent={(kind) => proctoring.report(createEvent(kind))}
        onStay={() => proctoring.showStaying('You are still in the quiz.')}
      />
    </>
  )
}

/** Watches the window, and tells the session what was observed there. */
function useProctoring(
  { session, dispatch, showMessage }: ReturnType<typeof useQuizSession>,
  isOpen: boolean,
  rules: HoldingRules,
) {
  const report = (observed: ProctoringEvent) => dispatch({ type: 'observed', observed })
  const showStaying = (title: string) =>
    showMessage({ title, text: 'Nothing was submitted. You can go on.' })
  useProctoringListeners(isOpen, session.isWatched, rules, {
    onEvent: report,
    onHeld(kind, reason) {
      showStaying(reason)
      report(createEvent(kind))
    },
  })
  return { report, showStaying }
}

/** The current question of a forward paper, while nothing is chosen for it. */
function findUnanswered(session: QuizSession, { questions }: QuizPaper) {
  if (session.chosen !== null || isLocked(session)) return undefined
  return questions.find(({ _id }) => _id === session.questionId)
}

type QuizClockProps = {
  readonly paper: QuizPaper
  readonly session: QuizSession
  readonly onEnd: () => void
}

function QuizClock({ paper, session, onEnd }: QuizClockProps) {
  const { endsAt, pause, pausedMs } = session
  if (pause) return <StillClock session={session} />
  const addedMs = endsAt - Date.parse(paper.endsAt) - pausedMs
  return (
    <CountdownTimer
      endsAt={endsAt}
      totalSeconds={paper.ownDurationSeconds + Math.round(addedMs / 1000)}
      onEnd={onEnd}
    />
  )
}

/** By an attribute of the document, for the style of what lies around the quiz. */
function useMarkedPage(isRunning: boolean) {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (isRunning) dataset.quiz = 'running'
    return () => {
      delete dataset.quiz
    }
  }, [isRunning])
}
