import type { FormEvent, KeyboardEvent } from 'react'
import { Countdown } from '../../ui/countdown.tsx'
import { ActionBar } from './action-bar.tsx'
import { useAddedTime } from './added-time.ts'
import { useClockWatch } from './clock-watch.ts'
import { Closing } from './closing.tsx'
import { useFocusLoop } from './focus-loop.ts'
import { useKeptOpen, useOnLeaving } from './kept-open.ts'
import { isTyped, useLetterKeys } from './letter-keys.ts'
import { type OpenPaper, useOnReturn } from './paper.ts'
import { Question } from './question.tsx'
import css from './quiz.module.css'
import { QuizHeader } from './quiz-header.tsx'
import { Strip } from './strip.tsx'
import { useTold } from './told.ts'
import { useQuiz } from './use-quiz.ts'
import { useIntegrity } from './watch/integrity.ts'
import { LeaveGuard } from './watch/leave-guard.tsx'

type RunningQuizProps = { readonly testId: string; readonly paper: OpenPaper }

export function RunningQuiz({ testId, paper }: RunningQuizProps) {
  const quiz = useQuiz(testId, paper)
  const { ending, end } = quiz
  const [hasLetterKeys, setLetterKeys] = useLetterKeys()
  const [told, tell] = useTold()
  const handleEvent = useIntegrity(quiz, paper.integrityMode, tell)
  useOnReturn(ending.at === 'open', quiz.lookAtClock)
  useClockWatch(ending.at === 'open', quiz.lookAtClock)
  useAddedTime(paper.endsAt, tell)
  useOnLeaving(ending.at !== 'ended', quiz.leave)
  useFocusLoop(ending.at !== 'ended')
  useKeptOpen(quiz.sending.waiting.length > 0 && ending.at !== 'ended')

  if (ending.at === 'ended') {
    return <Closing {...ending} answered={quiz.answeredCount} total={paper.questions.length} />
  }

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    if (quiz.question && quiz.chosen === null && !quiz.isLocked)
      tell({ title: 'Choose an option first.' })
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
    if (hasLetterKeys && option >= 0 && isTyped(event)) {
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
        current={quiz.question?._id}
        queue={quiz.sending}
      >
        <Countdown
          endsAt={paper.endsAt}
          totalSeconds={paper.ownDurationSeconds}
          onEnd={() => end.expire(quiz.unsent())}
        />
      </QuizHeader>
      <Strip
        endsAt={paper.endsAt}
        ending={ending}
        queue={quiz.sending}
        told={told}
        isOpenElsewhere={quiz.isOpenElsewhere}
        onRetry={end.retry}
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
        isOn={ending.at === 'open'}
        mode={paper.integrityMode}
        answered={quiz.answeredCount}
        total={paper.questions.length}
        onEvent={handleEvent}
      />
    </form>
  )
}
