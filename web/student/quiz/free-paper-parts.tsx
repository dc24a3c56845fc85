import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { getQuestionState, type QuestionProgress } from '#core/attempts/free-paper.ts'
import { isMarked } from '#core/quiz-session/free-progress.ts'
import {
  advanceFreeSession,
  createFreeSession,
  hideNotes,
} from '#core/quiz-session/free-session.ts'
import { isLocked } from '#core/quiz-session/session-state.ts'
import { needsWholeScreen } from '#core/quiz-session/warnings.ts'
import type { ChosenAnswer } from '../../questions/options/kind-screens.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { quizTitleId } from '../../ui/page-title-id.ts'
import { BeforeFinish } from './before-finish.tsx'
import type { PaperProps } from './forward-paper.tsx'
import { FreeActionBar } from './free-action-bar.tsx'
import css from './free-paper-parts.module.css'
import { Palette, spokenStates } from './palette.tsx'
import { QuestionForm } from './question-form.tsx'
import { QuizHeader } from './quiz-header.tsx'
import type { FreePaperParts } from './running-quiz.tsx'

/** All that a free paper needs beside what every quiz loads. */
export const freePaper: FreePaperParts = {
  machine: {
    create: (input, { progress = {} }) =>
      // The contract leaves open which of an answer's fields are there: each kind sends its own.
      createFreeSession(input, progress as Record<string, QuestionProgress<ChosenAnswer>>),
    advance: advanceFreeSession<ChosenAnswer>,
    present: hideNotes,
  },
  FreePaper,
}

/** One question at a time, with a way to every other one, and a page before the end. */
function FreePaper(props: PaperProps) {
  const { paper, session, clock, banner, cover, dispatch, hasLetterKeys } = props
  const { questionIds, questionId = '', phase, free } = session
  const [isSheetOpen, setSheetOpen] = useState(false)

  const states = questionIds.map((id) => getQuestionState(free?.progress[id]))
  const index = questionIds.indexOf(questionId)
  const question = paper.questions[index]
  const answer = free?.progress[questionId]?.answer?.value ?? null
  const total = questionIds.length
  const isBusy = isLocked(session) && phase.at !== 'failed'
  const isReviewing = free?.isReviewing ?? false
  // Else it would lie over a warning, and come up again by itself after a pause.
  if (isSheetOpen && needsWholeScreen(session)) setSheetOpen(false)

  const goTo = (to: string | undefined) => {
    if (to === questionId) focusHeading()
    else if (to !== undefined) dispatch({ type: 'went', to })
  }
  /** The sheet gives the focus back first: the heading of the question has the last word. */
  const leaveSheet = (to: string | undefined) => {
    flushSync(() => setSheetOpen(false))
    goTo(to)
    setTimeout(focusHeading)
  }

  const position = isReviewing ? (
    'Before you finish'
  ) : (
    <>
      Question {index + 1} of {total}{' '}
      <span className="visually-hidden">({spokenStates[states[index] ?? 'seen']})</span>
    </>
  )
  const header = (
    <QuizHeader
      title={paper.title}
      questions={paper.questions}
      session={session}
      clock={clock}
      position={position}
    >
      {banner}
    </QuizHeader>
  )
  if (cover)
    return (
      <>
        {header}
        {cover}
      </>
    )
  if (isReviewing)
    return (
      <>
        {header}
        <BeforeFinish paper={paper} session={session} states={states} isBusy={isBusy} onGo={goTo} />
      </>
    )
  return (
    <>
      {header}
      <div className={css.paper}>
        <main aria-labelledby={quizTitleId} className={css.main} tabIndex={-1}>
          {question && (
            <QuestionForm
              key={questionId}
              place={
                <>
                  {position}
                  {isMarked(session) && (
                    <span className={css.marked} aria-hidden="true">
                      <IconFlag size={16} stroke={2.2} />
                      Marked for review
                    </span>
                  )}
                </>
              }
              placeClassName={css.head}
              question={question}
              // Notes are no answers: they have parts of their own.
              chosen={answer as ChosenAnswer | null}
              onChoose={(chosen) => dispatch({ type: 'chosen', answer: chosen })}
            />
          )}
          <KeyHelp {...props} optionCount={question?.options.length ?? 0} />
        </main>
        <aside className={css.side} aria-label="Questions of this paper">
          <h2>{formatTotal(total)}</h2>
          <Palette states={states} current={index} onGo={(at) => goTo(questionIds[at])} />
          <div className={css.end}>
            <Button wide onClick={() => goTo('end')}>
              Finish Quiz
            </Button>
            <p>You see what is left before anything is final.</p>
          </div>
        </aside>
      </div>
      <FreeActionBar
        session={session}
        dispatch={dispatch}
        hasLetterKeys={hasLetterKeys}
        onOpenSheet={() => setSheetOpen(true)}
      />
      <Dialog opened={isSheetOpen} onClose={() => setSheetOpen(false)} title={formatTotal(total)}>
        <Palette
          isLarge
          states={states}
          current={index}
          onGo={(at) => leaveSheet(questionIds[at])}
        />
        <div className={css.end}>
          <Button wide onClick={() => leaveSheet('end')}>
            Finish Quiz
          </Button>
          <p>You see what is left before anything is final.</p>
        </div>
      </Dialog>
    </>
  )
}

function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus()
}

function formatTotal(total: number): string {
  return total === 1 ? '1 question' : `${total} questions`
}

function KeyHelp(props: PaperProps & { readonly optionCount: number }) {
  const { hasLetterKeys, onLetterKeys, optionCount } = props
  return (
    <div className={css.help}>
      <p>
        {hasLetterKeys && (
          <>
            {optionCount > 0 && (
              <>
                <kbd>A</kbd> to <kbd>{String.fromCharCode(64 + optionCount)}</kbd> choose,{' '}
              </>
            )}
            <kbd>M</kbd> marks,{' '}
          </>
        )}
        <kbd>Delete</kbd> clears, <kbd>Enter</kbd> goes on.
      </p>
      <Checkbox
        kind="switch"
        checked={hasLetterKeys}
        onChange={({ target }) => onLetterKeys(target.checked)}
      >
        Letter keys
      </Checkbox>
    </div>
  )
}
