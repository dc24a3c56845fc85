import { createLazyModule, useModule } from '../client/lazy-module.ts'
import css from './code-block.module.css'

const highlighter = createLazyModule(() => import('./highlight-code.tsx'))

/** Fetches the colours ahead of time, so that nothing arrives late in an exam. */
export const preloadHighlighter = highlighter.preload

/** Plain at first, coloured once the grammars are there; neither changes a line's place. */
export function CodeBlock({ code }: { code: string }) {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const plainLines = text.split('\n')
  // Without its colours code is still code.
  const highlighted = useModule(highlighter).module?.highlightLines(text) ?? plainLines
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

/** Wrapped text is indented two letters further than its line. */
function getHangingIndent(line: string) {
  const indent = (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ').length + 2
  return { paddingLeft: `${indent}ch`, textIndent: `-${indent}ch` }
}
