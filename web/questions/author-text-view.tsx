import { Fragment, type ReactNode } from 'react'
import { type AuthorTextPart, splitAuthorText } from '#core/questions/author-text.ts'
import { createLazyModule, useModule } from '../client/lazy-module.ts'
import css from './author-text-view.module.css'

/** Words of an author: `code` between backticks, and formulas between \( and \). */
export function AuthorTextView({ text }: { text: string }) {
  return splitAuthorText(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
    <Fragment key={index}>{drawPart(part)}</Fragment>
  ))
}

function drawPart({ kind, text }: AuthorTextPart): ReactNode {
  switch (kind) {
    case 'code':
      return (
        <code dir="ltr" className={css.code}>
          {text}
        </code>
      )
    case 'formula':
      return <Formula source={text} />
    case 'words':
      return text
  }
}

const formulas = createLazyModule(loadFormulas)

/** Fetches what draws formulas ahead of time, so that nothing arrives late in an exam. */
export const preloadFormulas = formulas.preload

/** Without its font a browser leaves out roots; then, and without MathML, the source is better. */
async function loadFormulas(): Promise<Pick<typeof import('./draw-formula.ts'), 'drawFormula'>> {
  if (typeof MathMLElement === 'undefined') return { drawFormula: () => null }
  const [module, faces] = await Promise.all([
    import('./draw-formula.ts'),
    document.fonts.load('16px "STIX Two Math"', '√x'),
  ])
  if (faces.length === 0) throw new Error('The font for formulas did not load')
  return module
}

/** From this length on it may be wider than a phone: then it has a line of its own, and scrolls. */
const longFormulaLength = 60

/** As it was written until it can be drawn, and where it cannot be. */
function Formula({ source }: { source: string }) {
  const drawn = useModule(formulas).module?.drawFormula(source)
  const isLong = source.length >= longFormulaLength
  return (
    <span
      className={css.formula}
      data-drawn={drawn ? '' : undefined}
      data-long={isLong || undefined}
      dir="ltr"
    >
      {drawn ?? `\\(${source}\\)`}
    </span>
  )
}
