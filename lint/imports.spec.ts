import { describe, expect, it } from 'vitest'
import { findNameViolation } from './file-names.ts'
import { findImportViolation } from './import-rules.ts'
import { listSourceFiles, parseImports, readImports } from './source-files.ts'

const files = listSourceFiles()
const sources = files.filter((path) => /\.tsx?$/.test(path) && path.includes('/'))

describe('our files', () => {
  it('are found', () => {
    expect(sources).toContain('core/exam.ts')
    expect(sources.length).toBeGreaterThan(20)
  })

  it('import what they may: core <- contract <- server, web', () => {
    const violations = sources.flatMap((path) =>
      readImports(path).flatMap((found) => {
        const says = findImportViolation(path, found)
        return says ? [`${path} imports ${found.of}: ${says}`] : []
      }),
    )
    expect(violations).toEqual([])
  })

  it('name files of ours with their ending, as Node wants it', () => {
    const violations = sources.flatMap((path) =>
      readImports(path)
        .filter(({ of }) => /^[.#]/.test(of) && of !== '#site' && !of.startsWith('./+types/'))
        .filter(({ of }) => !/\.[a-z]+(\?.*)?$/.test(of))
        .map(({ of }) => `${path} imports ${of}: its ending is missing`),
    )
    expect(violations).toEqual([])
  })

  it('have kebab-case names, and no drawers', () => {
    const violations = files
      .filter((path) => !['README.md', 'SECURITY.md'].includes(path))
      .flatMap((path) => {
        const says = findNameViolation(path)
        return says ? [`${path}: ${says}`] : []
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
    { path: 'server/auth/log-in.ts', of: './store.ts', target: 'server/auth/store.ts' },
    { path: 'server/auth/log-in.ts', of: '../deps.ts', target: 'server/deps.ts' },
    { path: 'web/root.tsx', of: '#site', target: 'site.config.ts' },
    { path: 'web/root.tsx', of: '@mantine/core/styles.css', target: '@mantine/core' },
    { path: 'web/root.tsx', of: 'react-dom/client', target: 'react-dom' },
  ])('knows that $of in $path is $target', ({ path, of, target }) => {
    expect(parseImports(path, `import '${of}'`)).toMatchObject([{ target }])
  })
})

describe('the import law', () => {
  const says = (path: string, line: string) => {
    const [found] = parseImports(path, line)
    return found ? findImportViolation(path, found) : expect.unreachable(line)
  }

  it.each([
    { path: 'core/attempt.ts', line: "import { deadlineOf } from './deadline.ts'" },
    { path: 'core/attempt.spec.ts', line: "import fc from 'fast-check'" },
    { path: 'contract/exams.ts', line: "import { z } from 'zod'" },
    { path: 'contract/exams.ts', line: "import { longestPaper } from '#core/exam.ts'" },
    { path: 'contract/format.ts', line: "import { site } from '#site'" },
    { path: 'server/exams/save-test.ts', line: "import { addExam } from './store.ts'" },
    { path: 'server/limits-store.ts', line: "import Database from 'better-sqlite3'" },
    {
      path: 'server/exams/save-test.ts',
      line: "import { runningCount } from '../attempts/store.ts'",
    },
    { path: 'server/exams/store.ts', line: "import type { Db } from '../deps.ts'" },
    { path: 'server/exams/store.ts', line: "import { prepared } from '../database/prepared.ts'" },
    { path: 'server/guard.ts', line: "import { sessionOf } from './auth/sessions.ts'" },
    { path: 'server/main.ts', line: "import { openSqlite } from './database/sqlite.ts'" },
    { path: 'server/exams/exams.spec.ts', line: "import { openHouse } from '../house.ts'" },
    { path: 'server/mail/outbox.ts', line: "import nodemailer from 'nodemailer'" },
    { path: 'web/admin/home.tsx', line: "import { Badge } from '../kit/badge.tsx'" },
    { path: 'web/student/result.tsx', line: "import { Sheet } from '#web/exam/answer-sheet.tsx'" },
    { path: 'web/app.tsx', line: "import { Home } from './admin/home.tsx'" },
    { path: 'tools/bench.ts', line: "import { run } from '../bench/submit-answer.ts'" },
    { path: 'tools/admin.ts', line: "import { openSqlite } from '#server/database/sqlite.ts'" },
  ])('lets $path: $line', ({ path, line }) => {
    expect(says(path, line)).toBeNull()
  })

  it.each([
    { path: 'core/attempt.ts', line: "import { z } from 'zod'" },
    { path: 'core/attempt.ts', line: "import { randomInt } from 'node:crypto'" },
    { path: 'core/attempt.ts', line: "import type { Test } from '#contract/exams.ts'" },
    { path: 'core/attempt.spec.ts', line: "import { Test } from '#contract/exams.ts'" },
    { path: 'contract/exams.ts', line: "import { addExam } from '#server/exams/store.ts'" },
    { path: 'contract/exams.ts', line: "import { sql } from 'kysely'" },
    { path: 'contract/exams.ts', line: "import { longestPaper } from '../core/exam.ts'" },
    {
      path: 'server/exams/save-test.ts',
      line: "import { start } from '../attempts/start-quiz.ts'",
    },
    { path: 'server/exams/store.ts', line: "import { revisionsOf } from '../attempts/store.ts'" },
    { path: 'server/exams/save-test.ts', line: "import { send } from '../mail/outbox.ts'" },
    { path: 'server/exams/save-test.ts', line: "import { hash } from '../passwords.ts'" },
    { path: 'server/exams/save-test.ts', line: "import sharp from 'sharp'" },
    { path: 'server/exams/save-test.ts', line: "import { buildApp } from '../app.ts'" },
    { path: 'server/exams/save-test.ts', line: "import { openHouse } from '../house.ts'" },
    {
      path: 'server/exams/save-test.ts',
      line: "import { specimenPaper } from '#core/specimen.ts'",
    },
    { path: 'server/mail/outbox.ts', line: "import { examOf } from '../exams/store.ts'" },
    { path: 'server/serve.ts', line: "import { examOf } from './exams/save-test.ts'" },
    { path: 'server/serve.ts', line: "import { theme } from '#web/theme.ts'" },
    { path: 'server/main.ts', line: "import { buildWeb } from '#tools/build-web.ts'" },
    { path: 'server/main.ts', line: "import { buildWeb } from '../tools/build-web.ts'" },
    { path: 'web/site/home.tsx', line: "import { Panel } from '../student/panel.tsx'" },
    { path: 'web/admin/home.tsx', line: "const lazy = () => import('#web/site/home.tsx')" },
    { path: 'web/exam/score-badge.tsx', line: "import { Panel } from '../student/panel.tsx'" },
    { path: 'web/kit/countdown.tsx', line: "import { Badge } from '../exam/score-badge.tsx'" },
    { path: 'web/api.ts', line: "import type { Tables } from '#server/database/tables.ts'" },
  ])('does not let $path: $line', ({ path, line }) => {
    expect(says(path, line)).toEqual(expect.any(String))
  })
})

describe('the law of names', () => {
  it.each([
    'core/name-key.ts',
    'web/kit/badge.module.css',
    'server/exams/exams.spec.ts',
    'server/database/migrations/0001-foundation.sql',
    '.ci/run',
    'playwright.config.ts',
  ])('lets %s', (path) => {
    expect(findNameViolation(path)).toBeNull()
  })

  it.each([
    'server/utils/dates.ts',
    'server/date-utils.ts',
    'web/lib/api.ts',
    'web/exam/index.tsx',
    'server/auth/auth.service.ts',
    'web/kit/Badge.tsx',
    'web/kit/score_badge.tsx',
    'web/Kit/badge.tsx',
  ])('does not let %s', (path) => {
    expect(findNameViolation(path)).toEqual(expect.any(String))
  })
})
