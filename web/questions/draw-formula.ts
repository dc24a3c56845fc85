import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import temml from 'temml'
import { speakFormula } from '#core/questions/formulas/speak-formula.ts'

/** A part of the tree that the library makes of a formula. */
type MathNode = {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly style?: Readonly<Record<string, string>>
  readonly children?: readonly MathNode[]
}

/** Deeper ones are no formula that anybody could read. */
const maxDepth = 40
const maxNodes = 2_000

/** MathML Core; anything else, such as a link, a picture or an error, is not drawn. */
const drawnTypes = new Set(
  `math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt
  mstyle msub msubsup msup mtable mtd mtext mtr munder munderover`.split(/\s+/),
)
/** No colours, which could hide a word, and nothing that leads or names anything. */
const keptAttributes = new Set(
  `accent accentunder depth displaystyle fence form height largeop linethickness lspace mathvariant
  maxsize minsize movablelimits rspace scriptlevel separator stretchy symmetric voffset
  width`.split(/\s+/),
)
const keptStyles = /^(padding|border|mathDepth|textAlign)/
/** It could run for ever, and no question needs a macro of its own. */
const definition = /\\([egx]?def|let|global|futurelet|(re)?new(command|environment)|providecommand)/
const strike = (direction: string) => ({
  backgroundImage: `linear-gradient(${direction}, #0000 46%, currentColor 46% 54%, #0000 54%)`,
})
const enclosures: Readonly<Record<string, CSSProperties>> = {
  top: { borderTop: '0.06em solid', paddingTop: '0.12em' },
  bottom: { borderBottom: '0.06em solid', paddingBottom: '0.12em' },
  horizontalstrike: strike('to bottom'),
  updiagonalstrike: strike('to bottom right'),
  downdiagonalstrike: strike('to top right'),
}

/**
 * The formula as MathML; null where it is faulty, hostile or beyond what is drawn here. A browser
 * leaves MathML out of the name of an option or a heading, but takes the label that it has.
 */
export function drawFormula(source: string): ReactNode | null {
  if (definition.test(source)) return null
  try {
    const tree: MathNode = temml.__renderToMathMLTree(source, {
      throwOnError: true,
      strict: false,
      trust: false,
      macros: {},
      maxExpand: 500,
      maxSize: [10, 100],
    })
    const budget = { nodes: maxNodes }
    if (tree.type !== 'math') return null
    return toElement(tree, 0, budget, { 'aria-label': speakFormula(source) })
  } catch {
    return null
  }
}

function toElement(
  node: MathNode,
  depth: number,
  budget: { nodes: number },
  label?: { readonly 'aria-label': string },
): ReactNode {
  if (node.text !== undefined) return node.text
  budget.nodes--
  if (depth > maxDepth || budget.nodes < 0) throw new RangeError('too large')
  const { type, attributes = {}, style = {}, children = [] } = node
  if (type === 'menclose') {
    const enclosure = enclosures[attributes.notation ?? '']
    // The second child only carries a class of the library's own style sheet.
    const [content] = children
    if (!enclosure || !content) throw new RangeError('not drawn')
    return createElement('mrow', { style: enclosure }, toElement(content, depth + 1, budget))
  }
  const drawn = children.map((child) => toElement(child, depth + 1, budget))
  if (type === undefined && node.children) return createElement(Fragment, null, ...drawn)
  if (type === undefined || !drawnTypes.has(type)) throw new RangeError('not drawn')
  return createElement(
    type,
    { ...label, ...pick(attributes, (name) => keptAttributes.has(name)), style: toStyle(style) },
    ...drawn,
  )
}

function toStyle(style: Readonly<Record<string, string>>): CSSProperties | undefined {
  const kept = pick(style, (name) => keptStyles.test(name))
  return Object.keys(kept).length > 0 ? kept : undefined
}

function pick(values: Readonly<Record<string, string>>, isKept: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)))
}
