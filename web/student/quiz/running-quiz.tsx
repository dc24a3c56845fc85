import { type ComponentType, type FormEvent, type ReactNode, useEffect } from 'react'
import { canSelectText } from '#core/proctoring/held-keys.ts'
import { canPostpone } from '#core/quiz-session/answering.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { hasEndFailed } from '#core/quiz-session/phase.ts'
import { isLastQuestion, isLocked, listAnswered } from '#core/quiz-session/session-state.ts'
import { needsWholeScreen } from '#core/quiz-session/warnings.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { askForAnswer } from '../../questions/answer-controls.ts'
import type { ChosenAnswer } from '../../questions/options/kind-screens.ts'
import { forgetStruckOptions } from '../../questions/options/struck-options.ts'
import { CanZoomContext } from '../../questions/options/zoomable-image.tsx'
import { announce, useAnnouncement } from '../../ui/announcer.tsx'
import { CountdownTimer } from '../../ui/countdown-timer.tsx'
import { pageTitleId, quizTitleId } from '../../ui/page-title-id.ts'
import { CompletionPage, toSessionEnding } from './completion-page.tsx'
import { useAnswerKeys, useFocusTrap, useLetterKeys } from './keyboard.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { MessageQueue } from './message-queue.tsx'
import { PausedPaper, pausedText, StillClock } from './paused-paper.tsx'
import { useProctoringListeners } from './proctoring/use-proctoring-listeners.ts'
import { createEvent } from './proctoring/watch-devtools.ts'
import { ActionBar, QuestionForm } from './question-form.tsx'
import { QuizDialogs } from './quiz-dialogs.tsx'
import { QuizErrorBoundary } from './quiz-error-boundary.tsx'
import { formatPlace, QuizHeader } from './quiz-header.tsx'
import css from './quiz-screen.module.css'
import { StatusBanner } from './status-banner.tsx'
import type { QuizPaper } from './use-paper.ts'
import {
  type CreateCalls,
  type QuizMachine,
  type QuizSession,
  useQuizSession,
} from './use-quiz-session.ts'

// Needed once something was put off, and that is long before the end.
const leftOver = createLazyModule(() => import('./left-over.tsx'))

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

/** The parts of a free paper, in place of the rules and the screen of a forward one. */
export type FreePaperParts = {
  readonly machine: QuizMachine
  readonly FreePaper: ComponentType<FreePaperProps>
}

export type FreePaperProps = {
  readonly paper: QuizPaper
  readonly session: QuizSession
  readonly clock: ReactNode
  readonly banner: ReactNode
  /** In place of all below the header, while the attempt is paused. */
  readonly cover: ReactNode
  readonly dispatch: ReturnType<typeof useQuizSession>['dispatch']
  readonly hasLetterKeys: boolean
  readonly onLetterKeys: (isOn: boolean) => void
}

export function RunningQuiz({ testId, paper, practice, free }: RunningQuizProps) {
  const quiz = useQuizSession(testId, paper, practice?.createCalls, free?.machine)
  const { session, flashMessage, dispatch, showMessage } = quiz
  const { phase, endsAt, chosen, pause } = session
  const [hasLetterKeys, setLetterKeys] = useLetterKeys()
  const addedMs = endsAt - Date.parse(paper.endsAt) - session.pausedMs
  const question = paper.questions.find(({ _id }) => _id === session.questionId)
  const answeredCount = listAnswered(session).size
  const handleObserved = (observed: ProctoringEvent) => dispatch({ type: 'observed', observed })
  const showStaying = (title: string) =>
    showMessage({ title, text: 'Nothing was submitted. You can go on.' })
  const rules = { mode: paper.integrityMode, hasAssistiveTools: paper.assistiveTools ?? false }
  useProctoringListeners(phase.at === 'open' && !pause, session.isWatched, rules, {
    onEvent: handleObserved,
    onHeld(kind, reason) {
      showStaying(reason)
      handleObserved(createEvent(kind))
    },
  })
  useFocusTrap(phase.at !== 'ended')
  useAnnouncement(pause && pausedText, true)
  useEffect(() => {
    if (phase.at === 'ended') forgetStruckOptions(paper.quizAttemptId)
  }, [phase.at, paper.quizAttemptId])

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    // Enter, pressed once too often behind the last question, finishes nothing.
    if (session.free?.isReviewing && !event) return
    if (!free && question && chosen === null && !isLocked(session))
      showMessage({ title: askForAnswer(question) })
    else dispatch({ type: 'submitted' })
  }
  const handlePostpone = () => {
    dispatch({ type: 'postponed' })
    if (question) announce(`${formatPlace(paper.questions, question._id)} is put last.`)
  }
  useMarkedPage(phase.at !== 'ended')
  useAnswerKeys(phase.at !== 'ended' && !pause, { hasLetterKeys, onSubmit: handleSubmit })

  if (phase.at === 'ended' && practice) return practice.renderEnd(phase.finishReason)
  if (phase.at === 'ended')
    return (
      <CompletionPage
        attemptId={paper.quizAttemptId}
        ending={toSessionEnding(session, phase)}
        total={paper.questions.length}
      />
    )

  const clock = pause ? (
    <StillClock session={session} />
  ) : (
    <CountdownTimer
      endsAt={endsAt}
      totalSeconds={paper.ownDurationSeconds + Math.round(addedMs / 1000)}
      onEnd={() => dispatch({ type: 'time-over' })}
    />
  )

  const banner = (
    <>
      <StatusBanner session={session} flashMessage={flashMessage} />
      <MessageQueue
        messages={session.messages}
        onDismiss={(id) => dispatch({ type: 'message-dismissed', id })}
      />
    </>
  )
  const letterKeys = { hasLetterKeys, onLetterKeys: setLetterKeys }
  const cover = pause && <PausedPaper session={session} />

  const renderQuestion = () => (
    <>
      <main aria-labelledby={quizTitleId} className={css.main} tabIndex={-1}>
        {question ? (
          <QuestionForm
            key={question._id}
            place={formatPlace(paper.questions, question._id)}
            question={question}
            // There are no notes in a forward paper.
            chosen={chosen as ChosenAnswer | null}
            onChoose={(answer) => dispatch({ type: 'chosen', answer })}
          />
        ) : (
          <h1 id={pageTitleId} className={css.done}>
            All questions are answered.
          </h1>
        )}
        {session.postponed.length > 0 && (
          <LazyPart part={leftOver}>
            {({ LeftOver }) => (
              <LeftOver
                session={session}
                questions={paper.questions}
                onFinish={() => dispatch({ type: 'finished-early' })}
              />
            )}
          </LazyPart>
        )}
      </main>
      <ActionBar
        label={getSubmitLabel(session)}
        isBusy={isLocked(session) && phase.at !== 'failed'}
        hasFailed={hasEndFailed(phase)}
        onLater={canPostpone(session) ? handlePostpone : undefined}
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
          <CanZoomContext value={!needsWholeScreen(session)}>
            {free ? (
              <free.FreePaper
                paper={paper}
                session={session}
                clock={clock}
                banner={banner}
                cover={cover}
                dispatch={dispatch}
                {...letterKeys}
              />
            ) : (
              <>
                <QuizHeader
                  title={paper.title}
                  questions={paper.questions}
                  session={session}
                  clock={clock}
                >
                  {banner}
                </QuizHeader>
                {cover ?? renderQuestion()}
              </>
            )}
          </CanZoomContext>
        </form>
      </QuizErrorBoundary>
      <QuizDialogs session={session} mode={paper.integrityMode} dispatch={dispatch} />
      <LeaveGuard
        isOn={phase.at === 'open' && !pause}
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
  if (hasEndFailed(session.phase)) return 'Try again'
  return isLastQuestion(session) ? 'Finish Quiz' : 'Submit Answer'
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
