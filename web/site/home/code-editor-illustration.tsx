import type { ReactNode } from 'react'
import css from './code-editor-illustration.module.css'

const renderKeyword = (text: string) => <span className={css.key}>{text}</span>
const renderCall = (text: string) => <span className={css.call}>{text}</span>
const renderNumber = (text: string) => <span className={css.figure}>{text}</span>
const renderString = (text: string) => <span className={css.words}>{text}</span>

const lines: readonly ReactNode[] = [
  <>
    {renderKeyword('const')} you = {'{ stack: [] };'}
  </>,
  '',
  <>
    {renderKeyword('for')} ({renderKeyword('let')} month = {renderNumber('1')}; month {'<='}{' '}
    {renderNumber('6')}; month++) {'{'}
  </>,
  <>
    {'  '}you.stack.{renderCall('push')}({renderCall('learn')}(month));
  </>,
  '}',
  '',
  <>you.title = {renderString('’Full Stack Developer’'.replaceAll('’', "'"))};</>,
]

/** A window of an editor, in its own dark whatever the theme: a picture, not a text to read. */
export function CodeEditorIllustration() {
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
