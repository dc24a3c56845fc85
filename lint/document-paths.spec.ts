import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

const guides = globSync(['*.md', 'docs/*.md', 'docs/security/*.md']).toSorted()
const pages = [...guides, ...globSync(['docs/decisions/*.md', 'deploy/*'])].toSorted()
const path =
  /(?<![\w./-])(core|contract|server|web|simulated-class|test|e2e|bench|faults|demo|scripts|programs|lint|docs|deploy)\/[\w./@-]*\w\.(ts|tsx|css|sql|md|conf|json|yml|service|timer)\b/g

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

/** Names of a data folder, a backup, a machine or an institute, and patterns of names. */
const notOurs = [
  ...['image.key', 'secret.key', 'institute.db', 'limits.db', 'manifest.json', 'nginx.conf'],
  ...['openapi.json', 'site.config.ts', 'en.md', 'hi.md', 'ta.md', 'verb-noun.ts', 'use-x.ts'],
]

/**
 * Decisions and CHANGELOG.md say what was so on their day, so that a file which they name shortly
 * may have another name by now.
 */
const current = guides.filter((page) => page !== 'CHANGELOG.md')
const sources = listSourceFiles()

it.each(current)('%s names each file between backticks by its current name', (page) => {
  const quoted = readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)
  const names = [...quoted].flatMap(
    ([, text = '']) =>
      text.match(/(?<![\w<>*./-])[\w./@-]*\w\.(tsx?|css|sql|mdx?|mjs|json|key|db)\b/g) ?? [],
  )
  const missing = names.filter(
    (name) =>
      !notOurs.includes(posix.basename(name)) &&
      !examples.some((example) => name.endsWith(example)) &&
      !existsSync(name) &&
      !sources.some((file) => file.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})

it('docs/adding-a-page.md imports only files that exist', () => {
  const imports = readFileSync('docs/adding-a-page.md', 'utf8').matchAll(/from '(#|\.)([^']+)'/g)
  const files = [...imports].map(([, start, rest = '']) =>
    start === '#' ? rest : posix.join('web/site/common-questions', `.${rest}`),
  )
  expect(files).not.toEqual([])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

const manual = readFileSync('docs/running.md', 'utf8')

it.each(globSync('deploy/*').toSorted())('docs/running.md says what %s is for', (file) => {
  expect(manual).toContain(`\`${file}\``)
})
