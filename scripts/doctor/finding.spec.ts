import { describe, expect, it } from 'vitest'
import { describeAge, type Finding, formatExamination, hideSecrets, toExitCode } from './finding.ts'

const hour = 60 * 60_000
const error: Finding = {
  id: 'rate-limits-off',
  level: 'error',
  problem: 'RATE_LIMITS is off.',
  remedy: 'Remove it.',
}
const warning: Finding = {
  id: 'metrics-off',
  level: 'warning',
  problem: 'METRICS_PORT is not set.',
  remedy: 'Set it.',
}
const findings = [warning, error]
const database = 'SQLite in ./data'

describe('the report', () => {
  it('puts failed checks first, then errors', () => {
    expect(
      formatExamination({
        database,
        findings,
        unchecked: ['The database could not be looked at.'],
      }),
    ).toBe(
      `Database: SQLite in ./data.
NOT CHECKED  The database could not be looked at.
ERROR        ${error.problem}
             ${error.remedy}
warning      ${warning.problem}
             ${warning.remedy}
1 error, 1 warning.`,
    )
    expect(formatExamination({ database, findings: [], unchecked: [] })).toBe(
      'Database: SQLite in ./data.\n0 errors, 0 warnings.',
    )
  })

  it('ends with 0, 1 or 2', () => {
    expect(toExitCode({ findings: [], unchecked: [] })).toBe(0)
    expect(toExitCode({ findings: findings.slice(0, 1), unchecked: [] })).toBe(0)
    expect(toExitCode({ findings, unchecked: [] })).toBe(1)
    expect(toExitCode({ findings, unchecked: ['…'] })).toBe(2)
  })

  it('prints no secret, but keeps words as short as a PIN', () => {
    expect(hideSecrets('login sesame at smtp.example failed', ['sesame', 'at', ''])).toBe(
      'login … at smtp.example failed',
    )
  })

  it.each([
    [0, '0 minutes'],
    [60_000, '1 minute'],
    [89 * 60_000, '89 minutes'],
    [3 * hour, '3 hours'],
    [49 * hour, '2 days'],
  ])('shows %i ms as %s', (ms, words) => {
    expect(describeAge(ms)).toBe(words)
  })
})
