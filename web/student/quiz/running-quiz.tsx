import type { FormEvent, KeyboardEvent } from 'react'
import { Countdown } from '../../ui/countdown.tsx'
import { ActionBar } from './action-bar.tsx'
import { CompletionPage } from './completion-page.tsx'
import { LeaveGuard } from './proctoring/leave-guard.tsx'
import { Question } from './question.tsx'
import { QuizHeader } from './quiz-header.tsx'
import css from './quiz-screen.module.css'
import { StatusBanner } from './status-banner.tsx'
import { useDeadlinePolling } from './use-deadline-polling.ts'
import { useExtensionNotice } from './use-extension-notice.ts'
import { useFlashMessage } from './use-flash-message.ts'
import { useFocusTrap } from './use-focus-trap.ts'
import { isPlainKey, useLetterKeys } from './use-letter-keys.ts'
import { useOnReturn } from './use-on-return.ts'
import type { QuizPaper } from './use-paper.ts'
import { useProctoring } from './use-proctoring.ts'
import { useQuiz } from './use-quiz.ts'
import { useOnPageHide, useUnloadWarning } from './use-unload-warning.ts'

type RunningQuizProps = { readonly testId: string; readonly paper: QuizPaper }

export function RunningQuiz({ testId, paper }: RunningQuizProps) {
  const quiz = useQuiz(testId, paper)
  const { submissionState, submission } = quiz
  const [hasLetterKeys, setLetterKeys] = useLetterKeys()
  const [flashMessage, showMessage] = useFlashMessage()
  const handleEvent = useProctoring(quiz, paper.integrityMode, showMessage)
  useOnReturn(submissionState.at === 'open', quiz.refreshDeadline)
  useDeadlinePolling(submissionState.at === 'open', quiz.refreshDeadline)
  useExtensionNotice(paper.endsAt, showMessage)
  useOnPageHide(submissionState.at !== 'ended', quiz.handlePageHide)
  useFocusTrap(submissionState.at !== 'ended')
  useUnloadWarning(quiz.queueState.waiting.length > 0 && submissionState.at !== 'ended')

  if (submissionState.at === 'ended') {
    return (
      <CompletionPage
        {...submissionState}
        answered={quiz.answeredCount}
        total={paper.questions.length}
      />
    )
  }

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    if (quiz.question && quiz.chosen === null && !quiz.isLocked)
      showMessage({ title: 'Choose an option first.' })
    else quiz.submit()
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element
    // What happens in a dialog bubbles up to here, too.
    if (!event.currentTarget.contains(target)) return
    const isOnButton = target.closest('button, a') !== null
    if (event.key === 'Enter' && !isOnButton) {
      event.preventDefault()
      if (!event.repeat) handleSubmit()
      return
    }
    const option = event.key.length === 1 ? 'abcd'.indexOf(event.key.toLowerCase()) : -1
    if (hasLetterKeys && option >= 0 && isPlainKey(event)) {
      quiz.choose(option)
      // So that a screen reader says what is chosen now.
      event.currentTarget.querySelectorAll<HTMLInputElement>('[type=radio]')[option]?.focus()
    }
  }

  return (
    <form className={css.quiz} onSubmit={handleSubmit}>
      <QuizHeader
        title={paper.title}
        questions={paper.questions}
        currentId={quiz.question?._id}
        queue={quiz.queueState}
      >
        <Countdown
          endsAt={paper.endsAt}
          totalSeconds={paper.ownDurationSeconds}
          onEnd={() => submission.expire(quiz.getUnsubmitted())}
        />
      </QuizHeader>
      <StatusBanner
        endsAt={paper.endsAt}
        submissionState={submissionState}
        queue={quiz.queueState}
        flashMessage={flashMessage}
        isOpenElsewhere={quiz.isOpenElsewhere}
        onRetry={submission.retry}
      />
      <main className={css.main} tabIndex={-1} onKeyDown={handleKey}>
        {quiz.question ? (
          <Question
            key={quiz.question._id}
            question={quiz.question}
            chosen={quiz.chosen}
            onChoose={quiz.choose}
          />
        ) : (
          <h1 className={css.done}>All questions are answered.</h1>
        )}
      </main>
      <ActionBar
        isLast={quiz.isLast}
        isBusy={quiz.isLocked}
        hasLetterKeys={hasLetterKeys}
        onLetterKeys={setLetterKeys}
      />
      <LeaveGuard
        isOn={submissionState.at === 'open'}
        mode={paper.integrityMode}
        answered={quiz.answeredCount}
        total={paper.questions.length}
        onEvent={handleEvent}
      />
    </form>
  )
}
