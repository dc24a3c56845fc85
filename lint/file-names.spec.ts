import { describe, expect, it } from 'vitest'
import { listSourceFiles, parseImports, readImports } from './source-files.ts'

const files = listSourceFiles()
const sources = files.filter((path) => /\.tsx?$/.test(path) && path.includes('/'))

const allowedNames = [
  'README.md',
  'docs/decisions/README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
]

const bannedWords = [
  ...['util', 'utils', 'helper', 'helpers', 'common', 'lib', 'libs', 'shared', 'misc', 'index'],
  ...['service', 'services', 'controller', 'controllers', 'manager', 'managers', 'dto', 'dtos'],
]

describe('our files', () => {
  it('are found by the search', () => {
    expect(sources).toContain('core/exams/exam.ts')
    expect(sources.length).toBeGreaterThan(20)
  })

  it('import our files with their extension, as Node requires', () => {
    const violations = sources.flatMap((path) =>
      readImports(path)
        .filter(({ of }) => /^[.#]/.test(of) && of !== '#site' && !of.startsWith('./+types/'))
        .filter(({ of }) => !/\.[a-z]+(\?.*)?$/.test(of))
        .map(({ of }) => `${path} imports ${of}: its ending is missing`),
    )
    expect(violations).toEqual([])
  })

  it('have kebab-case names, and no catch-all words', () => {
    const violations = files
      .filter((path) => !allowedNames.includes(path))
      .flatMap((path) => {
        const violation = findNameViolation(path)
        return violation ? [`${path}: ${violation}`] : []
      })
    expect(violations).toEqual([])
  })
})

describe('the reader of imports', () => {
  it.each([
    { source: "import { a } from './a.ts'", of: ['./a.ts'] },
    { source: "import type { A } from './a.ts'", of: ['./a.ts'] },
    { source: 'import "./a.css"', of: ['./a.css'] },
    { source: "import a, {\n  b,\n  type C,\n} from '#core/a.ts'\n", of: ['#core/a.ts'] },
    { source: "export { a } from './a.ts'\nexport * from './b.ts'", of: ['./a.ts', './b.ts'] },
    { source: "const a = await import('./a.ts')", of: ['./a.ts'] },
    { source: "// import { a } from './a.ts'\n/* import './b.ts' */", of: [] },
    { source: "export const a = 'import it from here'", of: [] },
    { source: "export const from = 'a'\nimport './b.ts'", of: ['./b.ts'] },
  ])('finds $of in $source', ({ source, of }) => {
    expect(parseImports('web/x.ts', source).map((found) => found.of)).toEqual(of)
  })

  it.each([
    { path: 'server/accounts/log-in.ts', of: './queries.ts', target: 'server/accounts/queries.ts' },
    { path: 'server/accounts/log-in.ts', of: '../deps.ts', target: 'server/deps.ts' },
    { path: 'web/app/root.tsx', of: '#site', target: 'site.ts' },
    { path: 'web/app/root.tsx', of: '@base-ui/react/dialog', target: '@base-ui/react' },
    { path: 'web/app/root.tsx', of: 'react-dom/client', target: 'react-dom' },
  ])('knows that $of in $path is $target', ({ path, of, target }) => {
    expect(parseImports(path, `import '${of}'`)).toMatchObject([{ target }])
  })
})

describe('the rules of names', () => {
  it.each([
    'core/attempts/deadline.ts',
    'web/ui/badge.module.css',
    'server/exams/exams.spec.ts',
    'server/database/migrations/0001-foundation.sql',
    '.ci/run',
    'playwright.config.ts',
  ])('allows %s', (path) => {
    expect(findNameViolation(path)).toBeNull()
  })

  it.each([
    'server/utils/dates.ts',
    'server/date-utils.ts',
    'web/lib/api.ts',
    'web/questions/index.tsx',
    'server/accounts/auth.service.ts',
    'web/ui/Badge.tsx',
    'web/ui/score_badge.tsx',
    'web/Ui/badge.tsx',
  ])('does not allow %s', (path) => {
    expect(findNameViolation(path)).toEqual(expect.any(String))
  })
})

/** Describes the violation in the name of a file or one of its folders; null if there is none. */
function findNameViolation(path: string): string | null {
  const names = path.replace(/^([^/]*\/)?\./, '$1').split('/')
  for (const name of names) {
    const words = name.split(/[.-]/)
    const bannedWord = words.find((word) => bannedWords.includes(word.toLowerCase()))
    if (bannedWord) return `'${bannedWord}' is a drawer: name it after what is in it`
    if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name)) return 'files and folders are kebab-case'
  }
  return null
}
