import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = globSync([...['*.md', 'docs/*.md', 'docs/decisions/*.md'], 'deploy/*']).toSorted()
const path =
  /(?<![\w./-])(core|contract|server|web|test|e2e|bench|faults|demo|scripts|lint|docs|deploy)\/[\w./@-]*\w\.(ts|tsx|css|sql|md|conf|json|yml|service|timer)\b/g

/** Files of an example, which do not exist. */
const examples = ['e2e/some.spec.ts', 'common-questions-screen.tsx']

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }

it.each(pages)('%s names only files that exist', (page) => {
  const named = readFileSync(page, 'utf8').match(path) ?? []
  const missing = named.filter((file) => !existsSync(file))
  expect(missing.filter((file) => !examples.some((example) => file.endsWith(example)))).toEqual([])
})

it.each(pages)('%s names only commands that exist', (page) => {
  const commands = readFileSync(page, 'utf8').matchAll(/npm run ([a-z0-9-]+)/g)
  expect([...commands].map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual(
    [],
  )
})

const manual = readFileSync('docs/running.md', 'utf8')

it.each(globSync('deploy/*').toSorted())('docs/running.md says what %s is for', (file) => {
  expect(manual).toContain(`\`${file}\``)
})
