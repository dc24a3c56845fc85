import { expect, it } from 'vitest'
import { formatFigures, formatReport, type MutantFigures } from './mutant-report.ts'

const survivor = {
  path: 'core/grading/grade.ts',
  line: 12,
  before: 'a > b',
  after: 'a >= b',
  isUncovered: false,
}
const grading: MutantFigures = {
  folder: 'core/grading',
  sampleEvery: 1,
  killed: 7,
  timedOut: 1,
  survivors: [survivor, { ...survivor, line: 14, isUncovered: true }],
}
const questions: MutantFigures = {
  folder: 'core/questions',
  sampleEvery: 6,
  killed: 10,
  timedOut: 0,
  survivors: [],
}

it('a mutant that runs into a time limit is noticed, and one that no spec reaches is not', () => {
  expect(formatFigures(grading)).toBe('80.0 % of 10 noticed, 2 not')
})

it('a folder without a mutant has no share', () => {
  expect(formatFigures({ ...questions, killed: 0 })).toBe('none of 0 noticed, 0 not')
})

it('the report has a row for each folder, one figure for all, and each survivor', () => {
  const report = formatReport([grading, questions], 'Commit abc, 2026-11-29')
  expect(report).toContain('Commit abc, 2026-11-29, the specs of core alone')
  expect(report).toContain('| core/grading | 7 | 1 | 1 | 1 | 80.0 % |')
  expect(report).toContain('| core/questions (1 in 6) | 10 | 0 | 0 | 0 | 100.0 % |')
  expect(report).toContain('In all 90.0 % noticed')
  expect(report).toContain('- core/grading/grade.ts:12 `a > b` -> `a >= b`\n')
  expect(report).toContain('- core/grading/grade.ts:14 `a > b` -> `a >= b` (no spec comes here)\n')
})
