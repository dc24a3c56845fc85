import { expect, it } from 'vitest'
import { createLedger, listLostAnswers } from './ledger.ts'

const acknowledged = { attemptId: 'a', questionId: 'q', sequence: 2, option: 1 }
const row = { attempt_id: 'a', question_id: 'q', sequence: 2, answer: '{"option":1}' }

it.each([
  ['that is there is not lost', [row], 0],
  ['that a later one has replaced is not lost', [{ ...row, sequence: 3, answer: '{}' }], 0],
  ['without a row is lost', [], 1],
  ['to another question does not stand for it', [{ ...row, question_id: 'p' }], 1],
  ['whose row is older is lost', [{ ...row, sequence: 1 }], 1],
  ['whose row says something else is lost', [{ ...row, answer: '{"option":2}' }], 1],
])('an answer %s', (_, rows, lost) => {
  expect(listLostAnswers(rows, [acknowledged])).toHaveLength(lost)
})

it('a ledger keeps every acknowledgement, and the newest to each question', () => {
  const ledger = createLedger()
  ledger.record({ ...acknowledged, sequence: 1 })
  ledger.record(acknowledged)
  expect(ledger.all.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect([...ledger.latest()].map(({ sequence }) => sequence)).toEqual([2])
})
