import type { Ref } from 'react'
import { isLongQuestion } from '#core/questions/author-text.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { AuthorText } from './author-text.tsx'
import { ZoomableImage } from './options/zoomable-image.tsx'
import css from './question-view.module.css'

type QuestionViewProps = {
  readonly text: string
  readonly imageUrl?: string | null
  readonly imageDescription?: string | undefined
  readonly code?: string | null
  /** The exam's question is the page's h1; on an answer sheet it is one of many. */
  readonly heading?: 'h1' | 'h3'
  readonly headingRef?: Ref<HTMLHeadingElement>
  /** Read out after the heading when that takes the focus. */
  readonly describedBy?: string
}

export function QuestionView(props: QuestionViewProps) {
  const {
    text,
    imageUrl,
    imageDescription,
    code,
    heading: Heading = 'h1',
    headingRef,
    describedBy,
  } = props
  return (
    <>
      <Heading
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        aria-describedby={describedBy}
        dir="auto"
        data-long={isLongQuestion(text) || undefined}
        className={css.text}
      >
        <AuthorText text={text} />
      </Heading>
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
