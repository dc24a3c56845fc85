import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import css from 'highlight.js/lib/languages/css'
import java from 'highlight.js/lib/languages/java'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

const lowlight = createLowlight({ typescript, xml, css, java, python, php, sql })

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/** The lines of a snippet, as spans with classes. Its language is guessed; most are scripts. */
export function highlightLines(code: string): readonly ReactNode[] {
  const guess = lowlight.highlightAuto(code)
  const script = lowlight.highlight('typescript', code)
  const isScript = (script.data?.relevance ?? 0) + 2 >= (guess.data?.relevance ?? 0)
  return splitIntoLines((isScript ? script : guess).children).map((children) =>
    toJsxRuntime({ type: 'root', children }, { Fragment, jsx, jsxs }),
  )
}

/** Cuts at every line break, also inside a span that runs over several lines. */
function splitIntoLines(nodes: readonly Node[]): Node[][] {
  const lines: Node[][] = [[]]
  for (const node of nodes) {
    for (const [index, part] of splitNode(node).entries()) {
      if (index > 0) lines.push([])
      if (part) lines.at(-1)?.push(part)
    }
  }
  return lines
}

function splitNode(node: Node): (Node | null)[] {
  if (node.type === 'text') {
    return node.value.split('\n').map((value) => (value ? { type: 'text', value } : null))
  }
  if (node.type !== 'element') return [node]
  return splitIntoLines(node.children as Node[]).map((children) => ({ ...node, children }) as Node)
}
