import { type ReactNode, useEffect, useState } from 'react'
import css from './code-block.module.css'

type HighlightLines = (code: string) => readonly ReactNode[]

let highlight: HighlightLines | undefined
let loading: Promise<HighlightLines> | undefined

/** Fetches the colours ahead of time, so that nothing arrives late in an exam. */
export function preloadHighlighter(): Promise<HighlightLines> {
  loading ??= import('./highlight-code.tsx').then(({ highlightLines }) => {
    highlight = highlightLines
    return highlightLines
  })
  return loading
}

/** Plain at first, coloured once the grammars are there; neither changes a line's place. */
export function CodeBlock({ code }: { code: string }) {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const plainLines = text.split('\n')
  const [isReady, setReady] = useState(highlight !== undefined)
  useEffect(() => {
    // Without its colours code is still code.
    if (!isReady)
      preloadHighlighter().then(
        () => setReady(true),
        () => undefined,
      )
  }, [isReady])
  const highlighted = isReady && highlight ? highlight(text) : plainLines
  return (
    <pre dir="ltr" className={css.block}>
      <code>
        {plainLines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={index} className={css.line} data-number={index + 1}>
            <span style={getHangingIndent(line)}>{highlighted[index]}</span>
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  )
}

/** What wraps stands two letters further in than its line began. */
function getHangingIndent(line: string) {
  const indent = (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ').length + 2
  return { paddingLeft: `${indent}ch`, textIndent: `-${indent}ch` }
}
