import type { ReactNode } from 'react'
import css from './editor.module.css'

const key = (text: string) => <span className={css.key}>{text}</span>
const call = (text: string) => <span className={css.call}>{text}</span>
const figure = (text: string) => <span className={css.figure}>{text}</span>
const words = (text: string) => <span className={css.words}>{text}</span>

const lines: readonly ReactNode[] = [
  <>
    {key('const')} you = {'{ stack: [] };'}
  </>,
  '',
  <>
    {key('for')} ({key('let')} month = {figure('1')}; month {'<='} {figure('6')}; month++) {'{'}
  </>,
  <>
    {'  '}you.stack.{call('push')}({call('learn')}(month));
  </>,
  '}',
  '',
  <>you.title = {words('’Full Stack Developer’'.replaceAll('’', "'"))};</>,
]

/** A window of an editor, in its own dark whatever the theme: a picture, not a text to read. */
export function Editor() {
  return (
    <div className={css.editor} aria-hidden="true">
      <p className={css.bar}>
        <i />
        <i />
        <i />
        you.js
      </p>
      <pre>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={index} data-number={index + 1}>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  )
}
