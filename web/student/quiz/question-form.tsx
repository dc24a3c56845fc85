import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { answerControls, getKind } from '../../questions/answer-controls.ts'
import type { ChosenAnswer } from '../../questions/options/kind-screens.ts'
import { QuestionView } from '../../questions/question-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { BottomBar } from './bottom-bar.tsx'
import { focusQuestion } from './keyboard.ts'
import css from './question-form.module.css'

type QuestionFormProps = {
  /** "Question 7 of 20": the heading of the page. */
  readonly place: ReactNode
  /** Set if the place is shown here; else the header above shows it. */
  readonly placeClassName?: string
  readonly question: PresentedQuestion
  readonly chosen: ChosenAnswer | null
  readonly onChoose: (answer: ChosenAnswer | null) => void
}

const textId = 'question-text'

export function QuestionForm(props: QuestionFormProps) {
  const { place, placeClassName = 'visually-hidden', question, chosen, onChoose } = props
  const AnswerControl = answerControls[getKind(question)]
  const heading = useRef<HTMLHeadingElement>(null)
  // With the change itself, so that a screen reader does not notice the focus that went.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
    return heading.current ? focusQuestion(heading.current) : undefined
  }, [])
  return (
    <>
      <h1
        id={pageTitleId}
        ref={heading}
        tabIndex={-1}
        aria-describedby={textId}
        className={placeClassName}
      >
        {place}
      </h1>
      <MemoQuestionView
        as="p"
        id={textId}
        text={question.question.text}
        imageUrl={question.question.fileUrl}
        imageDescription={question.question.description}
        code={question.codeSnippet}
      />
      <AnswerControl
        name={question._id}
        options={question.options}
        answer={chosen}
        onAnswer={onChoose}
      />
    </>
  )
}

/** The code is coloured once, not with every choice. */
const MemoQuestionView = memo(QuestionView)

type ActionBarProps = {
  readonly label: string
  readonly isBusy: boolean
  /** The last send did not get through. */
  readonly hasFailed: boolean
  /** Missing where no other question could come first. */
  readonly onLater: (() => void) | undefined
  readonly optionCount: number | undefined
  readonly hasLetterKeys: boolean
  readonly onLetterKeys: (isOn: boolean) => void
}

export function ActionBar(props: ActionBarProps) {
  const { label, isBusy, hasFailed, onLater, optionCount, hasLetterKeys, onLetterKeys } = props
  return (
    <BottomBar mustStay={hasFailed}>
      <div className={css.row}>
        <div className={css.help}>
          <p>
            <span className={css.keys}>
              {hasLetterKeys && optionCount ? (
                <>
                  Press <kbd>A</kbd> to <kbd>{String.fromCharCode(64 + optionCount)}</kbd> to
                  choose, <kbd>Enter</kbd> to submit.
                </>
              ) : (
                <>
                  Press <kbd>Enter</kbd> to submit.
                </>
              )}
            </span>{' '}
            {optionCount !== undefined && 'Answers are final.'}
          </p>
          <Checkbox
            kind="switch"
            checked={hasLetterKeys}
            onChange={(event) => onLetterKeys(event.target.checked)}
          >
            Letter keys
          </Checkbox>
        </div>
        {onLater && (
          <Button size="hero" onClick={onLater}>
            Later<span className="visually-hidden">: put this question last</span>
          </Button>
        )}
        <Button type="submit" tone="primary" size="hero" busy={isBusy}>
          {label}
        </Button>
      </div>
    </BottomBar>
  )
}
