import { describe, expect, it } from 'vitest'
import { advise, describeAge, formatExamination, hideSecrets, mend, toExitCode } from './finding.ts'

const hour = 60 * 60_000
const mended = mend('rate-limits-off', 'RATE_LIMITS is off.', 'Remove it.')
const advised = advise('metrics-off', 'METRICS_PORT is not set.', 'Set it.')
const findings = [advised, mended]
const database = 'SQLite in ./data'

describe('the report', () => {
  it('puts first what could not be seen, then what must be mended', () => {
    expect(
      formatExamination({ database, findings, unseen: ['The database could not be looked at.'] }),
    ).toBe(
      `Database: SQLite in ./data.
UNSEEN  The database could not be looked at.
MEND    ${mended.is}
        ${mended.remedy}
advice  ${advised.is}
        ${advised.remedy}
1 thing to mend, 1 piece of advice.`,
    )
    expect(formatExamination({ database, findings: [], unseen: [] })).toBe(
      'Database: SQLite in ./data.\nNothing must be mended, 0 pieces of advice.',
    )
  })

  it('ends with 0, 1 or 2', () => {
    expect(toExitCode({ findings: [], unseen: [] })).toBe(0)
    expect(toExitCode({ findings: findings.slice(0, 1), unseen: [] })).toBe(0)
    expect(toExitCode({ findings, unseen: [] })).toBe(1)
    expect(toExitCode({ findings, unseen: ['…'] })).toBe(2)
  })

  it('repeats no secret, and keeps words as short as a PIN', () => {
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
  ])('says %i ms as %s', (ms, words) => {
    expect(describeAge(ms)).toBe(words)
  })
})
