import type { Ref } from 'react'
import { CodeBlock } from '../kit/code-block.tsx'
import { CodeText } from '../kit/code-text.tsx'
import css from './question-view.module.css'

type QuestionViewProps = {
  readonly text: string
  readonly imageUrl?: string | null
  readonly code?: string | null
  /** The exam's question is the page's h1; on an answer sheet it is one of many. */
  readonly heading?: 'h1' | 'h3'
  readonly headingRef?: Ref<HTMLHeadingElement>
}

export function QuestionView(props: QuestionViewProps) {
  const { text, imageUrl, code, heading: Heading = 'h1', headingRef } = props
  return (
    <>
      <Heading ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={css.text}>
        <CodeText text={text} />
      </Heading>
      {imageUrl && (
        <a href={imageUrl} target="_blank" rel="noreferrer" className={css.image}>
          <img src={imageUrl} alt="Belongs to the question" />
          <span className="visually-hidden">, opens larger</span>
        </a>
      )}
      {code && (
        <div className={css.code}>
          <CodeBlock code={code} />
        </div>
      )}
    </>
  )
}
