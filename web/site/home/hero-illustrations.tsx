import type { ReactNode } from 'react'
import { layerDrawings } from '../../illustrations/stack-illustration.tsx'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import css from './hero-illustrations.module.css'

/** Bottom up, like the layers of the picture. */
const names = [
  'HTML/CSS/JS',
  'Front-end frameworks',
  'Back-end',
  'Databases',
  'Deployment',
  'Advanced topics',
] as const

const faces = [...layerFaces, highlightedFaces]
const step = 52

/** The stack of the hero with a name at each layer; the names are text, so they stay readable. */
export function StackFigure() {
  return (
    <figure className={css.figure} aria-label="Six layers of a full stack">
      <svg viewBox="0 0 352 462" className={css.stack} aria-hidden="true">
        <ellipse cx="176" cy="442" rx="139" ry="15" fill="#091619" opacity=".09" />
        {faces.map((face, level) => (
          <StackLayer
            key={names[level]}
            x={176}
            y={266 - level * step}
            halfWidth={148}
            halfDepth={74}
            thickness={22}
            edge={5}
            faces={face}
          >
            {layerDrawings[level]}
          </StackLayer>
        ))}
      </svg>
      <ul className={css.names}>
        {names.toReversed().map((name, fromTop) => (
          <li key={name} style={{ top: `${getTopPercent(fromTop)}%` }}>
            <span style={{ background: faces.at(-1 - fromTop)?.top }} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Where the visible edge of a layer is, in percent of the picture's height. */
function getTopPercent(fromTop: number): number {
  const y = fromTop === 0 ? 91 : 97 + fromTop * step
  return (y / 462) * 100
}

const renderKeyword = (text: string) => <span className={css.key}>{text}</span>
const renderCall = (text: string) => <span className={css.call}>{text}</span>
const renderNumber = (text: string) => <span className={css.code}>{text}</span>
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

/** An editor window, dark in both themes: a picture, not text to read. */
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
