import { memo, useEffect, useRef } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { answerControls, getKind } from '../../questions/kinds.ts'
import type { ChosenAnswer } from '../../questions/options/kind-screens.ts'
import { QuestionView } from '../../questions/question-view.tsx'
import { positionId } from './quiz-header.tsx'

type QuestionProps = {
  readonly question: PresentedQuestion
  readonly chosen: ChosenAnswer | null
  readonly onChoose: (answer: ChosenAnswer | null) => void
}

export function Question({ question, chosen, onChoose }: QuestionProps) {
  const AnswerControl = answerControls[getKind(question)]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <MemoQuestionView
        text={question.question.text}
        imageUrl={question.question.fileUrl}
        code={question.codeSnippet}
        headingRef={heading}
        describedBy={positionId}
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
