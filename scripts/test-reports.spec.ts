import { expect, it } from 'vitest'
import {
  addSummaries,
  formatSummary,
  summarizePlaywright,
  summarizeVitest,
} from './test-reports.ts'

function vitestReport(overrides: object = {}): string {
  return JSON.stringify({
    numPassedTests: 12,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: 'a.spec.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
    ...overrides,
  })
}

function playwrightReport(overrides: object = {}): string {
  return JSON.stringify({
    stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...overrides },
  })
}

it('counts passed, failed and skipped tests', () => {
  const report = vitestReport({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 3 })
  expect(summarizeVitest(report, 1)).toMatchObject({ passed: 12, failed: 2, skipped: 4 })
  expect(summarizePlaywright(playwrightReport({ unexpected: 1, skipped: 2 }), 1)).toMatchObject({
    passed: 5,
    failed: 1,
    skipped: 2,
  })
})

it('names failed tests, with the beginning of the message', () => {
  const unloadable = {
    name: 'b.spec.ts',
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  }
  const failing = {
    status: 'failed',
    fullName: 'adds up',
    failureMessages: ['\u001b[31m1 is not 2\u001b[39m\nat x'],
  }
  const testResults = [
    unloadable,
    { name: 'a.spec.ts', status: 'failed', assertionResults: [failing] },
  ]
  expect(summarizeVitest(vitestReport({ testResults }), 1).failures).toEqual([
    'b.spec.ts\n    no such module',
    'a.spec.ts › adds up\n    1 is not 2\n    at x',
  ])

  const specs = [
    {
      file: 'c.spec.ts',
      title: 'logs in',
      ok: false,
      tests: [{ results: [{ error: { message: 'no button' } }] }],
    },
    { file: 'c.spec.ts', title: 'logs out', ok: true, tests: [{ results: [{}] }] },
  ]
  const report = JSON.stringify({
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ suites: [{ specs }] }],
  })
  expect(summarizePlaywright(report, 1).failures).toEqual(['c.spec.ts › logs in\n    no button'])
})

it('counts a spec file that could not be loaded as failed', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(summarizeVitest(vitestReport({ testResults }), 1)).toMatchObject({ failed: 1 })
})

it('counts a test that passed only on a retry as failed', () => {
  expect(summarizePlaywright(playwrightReport({ flaky: 1 }), 0)).toMatchObject({ failed: 1 })
})

it('counts a run that ended badly without a failed test as failed', () => {
  expect(summarizeVitest(vitestReport(), 1)).toMatchObject({ passed: 12, failed: 1 })
  expect(summarizePlaywright(playwrightReport({ expected: 0 }), 1)).toMatchObject({ failed: 1 })
})

it.each([null, '', '{"num'])('counts a run without a report as failed (%j)', (report) => {
  expect(summarizeVitest(report, 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(summarizePlaywright(report, 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('prints the totals in one line', () => {
  const sum = addSummaries([
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ])
  expect(formatSummary(sum)).toBe('15 passed, 1 failed')
  expect(formatSummary({ ...sum, skipped: 2 })).toBe('15 passed, 1 failed, 2 skipped')
})
