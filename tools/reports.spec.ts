import { expect, it } from 'vitest'
import { tallyOfPlaywright, tallyOfVitest } from './reports.ts'
import { sentenceOf, sumOf } from './tally.ts'

function vitestReport(overrides: object = {}): string {
  return JSON.stringify({
    numPassedTests: 12,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [{}] }],
    ...overrides,
  })
}

function playwrightReport(overrides: object = {}): string {
  return JSON.stringify({
    stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...overrides },
  })
}

it('counts what passed, failed and was skipped', () => {
  const report = vitestReport({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 3 })
  expect(tallyOfVitest(report, 1)).toEqual({ passed: 12, failed: 2, skipped: 4 })
  expect(tallyOfPlaywright(playwrightReport({ unexpected: 1, skipped: 2 }), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
  })
})

it('counts a spec file that could not be loaded as failed', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(tallyOfVitest(vitestReport({ testResults }), 1)).toMatchObject({ failed: 1 })
})

it('counts a test that passed at a second try only as failed', () => {
  expect(tallyOfPlaywright(playwrightReport({ flaky: 1 }), 0)).toMatchObject({ failed: 1 })
})

it('does not call a run good that ended badly without a failed test', () => {
  expect(tallyOfVitest(vitestReport(), 1)).toMatchObject({ passed: 12, failed: 1 })
  expect(tallyOfPlaywright(playwrightReport({ expected: 0 }), 1)).toMatchObject({ failed: 1 })
})

it.each([null, '', '{"num'])('does not call a run good that left no report (%j)', (report) => {
  expect(tallyOfVitest(report, 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyOfPlaywright(report, 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('tells the sum in one line', () => {
  const sum = sumOf([
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ])
  expect(sentenceOf(sum)).toBe('15 passed, 1 failed')
  expect(sentenceOf({ ...sum, skipped: 2 })).toBe('15 passed, 1 failed, 2 skipped')
})
