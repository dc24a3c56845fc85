import type { ReactNode } from 'react'
import { canPostpone } from '#core/quiz-session/answering.ts'
import { hasEndFailed } from '#core/quiz-session/phase.ts'
import { isLastQuestion, isLocked } from '#core/quiz-session/session-state.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import type { ChosenAnswer } from '../../questions/options/kind-screens.ts'
import { announce } from '../../ui/announcer.tsx'
import { pageTitleId, quizTitleId } from '../../ui/page-title-id.ts'
import { ActionBar, QuestionForm } from './question-form.tsx'
import { formatPlace, QuizHeader } from './quiz-header.tsx'
import css from './quiz-screen.module.css'
import type { QuizPaper } from './use-paper.ts'
import type { QuizSession, useQuizSession } from './use-quiz-session.ts'

// Needed once something was put off, and that is long before the end.
const leftOver = createLazyModule(() => import('./left-over.tsx'))

export type PaperProps = {
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

/** One question at a time, in the order in which they were dealt; answers are final. */
export function ForwardPaper(props: PaperProps) {
  const { paper, session, clock, banner, cover } = props
  return (
    <>
      <QuizHeader title={paper.title} questions={paper.questions} session={session} clock={clock}>
        {banner}
      </QuizHeader>
      {cover ?? <CurrentQuestion {...props} />}
    </>
  )
}

function CurrentQuestion(props: PaperProps) {
  const { paper, session, dispatch, hasLetterKeys, onLetterKeys } = props
  const { phase, chosen } = session
  const question = paper.questions.find(({ _id }) => _id === session.questionId)
  const handlePostpone = () => {
    dispatch({ type: 'postponed' })
    if (question) announce(`${formatPlace(paper.questions, question._id)} is put last.`)
  }
  return (
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
        hasLetterKeys={hasLetterKeys}
        onLetterKeys={onLetterKeys}
      />
    </>
  )
}

function getSubmitLabel(session: QuizSession): string {
  if (hasEndFailed(session.phase)) return 'Try again'
  return isLastQuestion(session) ? 'Finish Quiz' : 'Submit Answer'
}
