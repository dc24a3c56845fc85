import { memo, useEffect, useRef } from 'react'
import type { PresentedQuestion } from '#contract/attempts.ts'
import { QuestionView } from '../../questions/question-view.tsx'
import { Options } from './options.tsx'
import { positionId } from './quiz-header.tsx'

type QuestionProps = {
  readonly question: PresentedQuestion
  readonly chosen: number | null
  readonly onChoose: (option: number) => void
}

export function Question({ question, chosen, onChoose }: QuestionProps) {
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
      <Options name={question._id} options={question.options} chosen={chosen} onChoose={onChoose} />
    </>
  )
}

/** The code is coloured once, not with every choice. */
const MemoQuestionView = memo(QuestionView)
