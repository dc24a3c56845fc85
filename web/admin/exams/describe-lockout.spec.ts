import { expect, it } from 'vitest'
import { describeLockout } from './describe-lockout.ts'

/** 28 November 2026, 10:00 am in India. */
const now = Date.parse('2026-11-28T04:30:00.000Z')
const until = '2026-11-28T12:30:00.000Z'
const rest = 'Without the release nobody can. Students who are taking it can finish.'

it.each([
  [1, `1 student with an open window has not started Node JS, and may until 6:00 pm. ${rest}`],
  [12, `12 students with an open window have not started Node JS, and may until 6:00 pm. ${rest}`],
  [null, `Everyone may start Node JS until 6:00 pm. ${rest}`],
])('says which students an unrelease locks out: %j', (awaited, sentence) => {
  const words = describeLockout('Node JS', { awaited, until }, now)
  expect(words.replace(/\s/gu, ' ')).toBe(sentence)
})
