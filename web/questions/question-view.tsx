import type { Ref } from 'react'
import { isLongQuestion } from '#core/questions/author-text.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { AuthorTextView } from './author-text-view.tsx'
import { ZoomableImage } from './options/zoomable-image.tsx'
import css from './question-view.module.css'

type QuestionViewProps = {
  readonly text: string
  readonly imageUrl?: string | null
  readonly imageDescription?: string | undefined
  readonly code?: string | null
  /** In an exam the place of the question is the heading: a screen reader repeats that at each code. */
  readonly as?: 'p' | 'h3'
  readonly id?: string
  readonly headingRef?: Ref<HTMLHeadingElement & HTMLParagraphElement>
}

export function QuestionView(props: QuestionViewProps) {
  const { text, imageUrl, imageDescription, code, as: Text = 'h3', id, headingRef } = props
  return (
    <>
      <Text
        id={id}
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        dir="auto"
        data-long={isLongQuestion(text) || undefined}
        className={css.text}
      >
        <AuthorTextView text={text} />
      </Text>
      {imageUrl && (
        <div className={css.image}>
          <ZoomableImage url={imageUrl} description={imageDescription} subject="the question" />
        </div>
      )}
      {code && (
        <div className={css.code}>
          <CodeBlock code={code} />
        </div>
      )}
    </>
  )
}
