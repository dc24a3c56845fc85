import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md']).toSorted()
const path =
  /(?<![\w./-])(core|contract|server|web|test|e2e|bench|faults|demo|scripts|lint|docs)\/[\w./-]*\w\.(ts|tsx|css|sql|md)\b/g

/** Files of an example, which nobody keeps. */
const examples = ['e2e/some.spec.ts', 'common-questions-screen.tsx']

it.each(pages)('%s names only files that exist', (page) => {
  const named = readFileSync(page, 'utf8').match(path) ?? []
  const missing = named.filter((file) => !existsSync(file))
  expect(missing.filter((file) => !examples.some((example) => file.endsWith(example)))).toEqual([])
})
