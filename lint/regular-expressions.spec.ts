import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

/** Those that may take the square of a text's length, and why that text is short. */
const bounded: Readonly<Record<string, string>> = {
  '/[([{][^)\\]}]*[)\\]}]/g': 'a head is cut to 120 characters before',
  '/\\+[^@]*(?=@)/': 'an address has at most 254 characters',
  '/;(?=(?:[^"]*"[^"]*")*[^"]*$)/': 'a number format is cut to 200 characters before',
  '/\\B(?=(\\d{3})+$)/g': 'a number has at most 309 digits',
  '/"[^"]*"|\\\\.|_.|\\*.|\\[(?![hms]+\\])[^\\]]*\\]/gi':
    'a number format is cut to 200 characters before',
  '/"([^"]*)"|\\\\(.)|\\[\\$([^\\]-]*)[^\\]]*\\]|\\[([^\\]]*)\\]|_.|\\*.|([#0,]+(?:\\.[#0]*)?|\\.[#0]+)(E\\+0+)?|(%)|(.)/gsu':
    'a number format is cut to 200 characters before',
}

type Expression = { readonly path: string; readonly raw: string; readonly isSlow: boolean }

const expressions = listSourceFiles()
  .filter((path) => /^(core|contract|server|web)\/.*\.tsx?$/.test(path))
  .filter((path) => !path.endsWith('.spec.ts'))
  .flatMap((path) => findExpressions(path, readFileSync(path, 'utf8')))

describe('our regular expressions', () => {
  it('are found by the search', () => {
    expect(expressions.length).toBeGreaterThan(300)
  })

  it('take at most linear time, or say why their text is short', () => {
    const slow = expressions.filter(({ raw, isSlow }) => isSlow && !(raw in bounded))
    expect(slow.map(({ path, raw }) => `${path}: ${raw}`)).toEqual([])
  })

  it('that are listed exist', () => {
    const found = new Set(expressions.filter(({ isSlow }) => isSlow).map(({ raw }) => raw))
    expect(Object.keys(bounded).filter((raw) => !found.has(raw))).toEqual([])
  })
})

describe('the reader of regular expressions', () => {
  it.each([
    ['/^a+$/', false],
    ['/ +$/', true],
    ['/(?<! ) +$/', false],
    ['/^a*a*$/', true],
    ['/\\S+@\\S+/g', true],
  ])('%s', (raw, isSlow) => {
    expect(findExpressions('a.tsx', `const a = <A b={${raw}} />`)).toMatchObject([{ raw, isSlow }])
  })
})

function findExpressions(path: string, source: string): Expression[] {
  const found: Expression[] = []
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      const { reports } = analyse(new RegExp(pattern, flags), { assumeRejectingSuffix: false })
      found.push({ path, raw: `/${pattern}/${flags}`, isSlow: reports.length > 0 })
    },
  })
  visitor.visit(parseSync(path, source).program)
  return found
}
