import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { sampleQuestions } from '#institute/sample-questions.ts'
import { AuthorTextView } from '../../questions/author-text-view.tsx'
import { QuestionView } from '../../questions/question-view.tsx'
import { SingleChoiceAnswer } from '../../questions/single-choice/answer-control.tsx'
import { SingleChoiceReview } from '../../questions/single-choice/review.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { preloadHighlighter } from '../../ui/code-block.tsx'
import { Status } from '../../ui/status.tsx'
import css from './sample-quiz.module.css'
import { SampleScore } from './sample-score.tsx'

// The code in the built page is coloured: it must not turn plain for a moment.
await preloadHighlighter()

const controls = 'input, button'

export function SampleQuiz() {
  const [start] = useState(readBuiltPage)
  const [index, setIndex] = useState(0)
  const [answers, setAnswers] = useState<readonly number[]>(start.answers)
  const chosen = answers[index] ?? null
  const quiz = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { subject, text, code, correct, why, ...question } = getQuestion(index)
  const isLast = index === sampleQuestions.length - 1
  const options = question.options.map((option) => ({ text: option, fileUrl: null }))

  useEffect(() => {
    if (start.focused < 0) return
    const control = quiz.current?.querySelectorAll<HTMLElement>(controls)[start.focused]
    const target = start.answers.length === 0 ? control : next.current
    target?.focus({ preventScroll: true })
  }, [start])

  const choose = (option: number) => {
    setAnswers([...answers, option])
    // The options go, and the focus with them.
    next.current?.focus({ preventScroll: true })
  }
  const handleNext = () => {
    setIndex(isLast ? 0 : index + 1)
    if (isLast) setAnswers([])
    heading.current?.focus({ preventScroll: true })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a shortcut for the options in it
    <div
      ref={quiz}
      className={css.quiz}
      tabIndex={-1}
      onKeyDown={(event) => chosen === null && handleKey(event, choose)}
    >
      <div className={css.head}>
        <b>{subject}</b>
        <Badge tone="primary">Sample question</Badge>
        <span>
          {index + 1} of {sampleQuestions.length}
        </span>
      </div>
      <div className={css.body}>
        <QuestionView headingRef={heading} text={text} code={code} />
        {chosen === null ? (
          <SingleChoiceAnswer
            key={index}
            name={`sample-${index}`}
            options={options}
            answer={null}
            onAnswer={(answer) => {
              if (answer?.selectedOption !== undefined) choose(answer.selectedOption)
            }}
          />
        ) : (
          <SingleChoiceReview
            reader="student"
            item={{
              questionId: `sample-${index}`,
              questionText: text,
              questionImage: null,
              codeSnippet: code,
              options,
              correctAnswer: options[correct]?.text ?? '',
              selectedAnswer: options[chosen]?.text ?? '',
              isCorrect: chosen === correct,
            }}
          />
        )}
        {chosen === null && (
          <>
            <p className={css.empty}>Choose an option, and its review appears here.</p>
            <p className={`${css.why} ${css.printed}`}>
              <b>Correct answer.</b> <AuthorTextView text={`${options[correct]?.text}. ${why}`} />
            </p>
          </>
        )}
        <Status>
          {chosen !== null && (
            <p className={css.why}>
              <span className="visually-hidden">
                {chosen === correct ? 'Correct. ' : 'Not correct. '}
              </span>
              <b>Why.</b> <AuthorTextView text={why} />
            </p>
          )}
          {chosen !== null && isLast && <SampleScore answers={answers} />}
        </Status>
        <noscript>
          <details className={css.why}>
            <summary>Show the right answer</summary>
            <AuthorTextView text={`${options[correct]?.text}. ${why}`} />
          </details>
        </noscript>
      </div>
      <div className={css.foot}>
        <span className={css.keys}>
          {chosen === null && (
            <>
              Press <kbd>A</kbd> to <kbd>{String.fromCharCode(64 + options.length)}</kbd> to choose
            </>
          )}
        </span>
        <Button ref={next} onClick={handleNext}>
          {isLast ? 'Start again' : 'Next sample question'}
        </Button>
      </div>
    </div>
  )
}

function getQuestion(index: number) {
  const question = sampleQuestions[index]
  if (!question) throw new Error(`There is no sample question ${index}`)
  return question
}

/** Reads pressed and focused controls from the HTML of the built page, which is still there. */
function readBuiltPage(): { readonly answers: readonly number[]; readonly focused: number } {
  if (import.meta.env.SSR) return { answers: [], focused: -1 }
  const built = document.querySelector(`.${css.quiz}`)
  const found = Array.from(built?.querySelectorAll<HTMLElement>(controls) ?? [])
  const checked = built?.querySelector<HTMLInputElement>(':checked')
  return {
    answers: checked ? [Number(checked.value)] : [],
    focused: found.findIndex((control) => control.matches(':focus')),
  }
}

const arrowSteps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
}

/**
 * Only while the focus is in the card: elsewhere on the page a letter is just a letter. Arrows move
 * between the options without choosing, since the first choice is final here.
 */
function handleKey(event: KeyboardEvent<HTMLElement>, choose: (option: number) => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { key, shiftKey, currentTarget } = event
  const inputs = Array.from(currentTarget.querySelectorAll('input'))
  const focused = inputs.findIndex((input) => input.matches(':focus'))
  const step = arrowSteps[key]
  const letter = key.length === 1 ? key.toUpperCase().charCodeAt(0) - 65 : -1
  if (step && focused >= 0) {
    inputs[(focused + step + inputs.length) % inputs.length]?.focus()
  } else if (key === 'Enter' && focused >= 0) {
    choose(focused)
  } else if (inputs[letter] && shiftKey) {
    currentTarget.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')[letter]?.click()
  } else if (inputs[letter]) {
    choose(letter)
  } else {
    return
  }
  event.preventDefault()
}
