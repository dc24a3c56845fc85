import { Fragment } from 'react'
import css from './code-text.module.css'

/** Text in which what stands between backticks is drawn as code. */
export function CodeText({ text }: { text: string }) {
  return text.split(/(`[^`\n]+`)/).map((part, index) => {
    const isCode = part.length > 2 && part.startsWith('`') && part.endsWith('`')
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text keep their places
    return isCode ? (
      <code key={index} className={css.code}>
        {part.slice(1, -1)}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: end of the parts
  })
}
