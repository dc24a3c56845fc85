import { type ReactNode, useEffect, useState } from 'react'
import css from './code-block.module.css'

type Colour = (code: string) => readonly ReactNode[]

let colour: Colour | undefined
let loading: Promise<Colour> | undefined

/** Fetches the colours ahead of time, so that nothing arrives late in an exam. */
export function preloadColours(): Promise<Colour> {
  loading ??= import('./code-colours.tsx').then(({ colouredLines }) => {
    colour = colouredLines
    return colouredLines
  })
  return loading
}

/** Plain at first, coloured once the grammars are there; neither changes a line's place. */
export function CodeBlock({ code }: { code: string }) {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const plain = text.split('\n')
  const [isReady, setReady] = useState(colour !== undefined)
  useEffect(() => {
    // Without its colours code is still code.
    if (!isReady)
      preloadColours().then(
        () => setReady(true),
        () => undefined,
      )
  }, [isReady])
  const coloured = isReady && colour ? colour(text) : plain
  return (
    <pre className={css.block}>
      <code>
        {plain.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={index} className={css.line} data-number={index + 1}>
            <span style={hanging(line)}>{coloured[index]}</span>
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  )
}

/** What wraps stands two letters further in than its line began. */
function hanging(line: string) {
  const indent = (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ').length + 2
  return { paddingLeft: `${indent}ch`, textIndent: `-${indent}ch` }
}
