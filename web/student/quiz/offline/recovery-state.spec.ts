import { expect, it } from 'vitest'
import { toOutcomeState } from './recovery-state.ts'

it('counts late and declined answers, each question once, without marks for later', () => {
  const waiting = [
    { questionId: 'q1', answer: { selectedOption: 0 } },
    { questionId: 'q2', answer: { selectedOption: 1 } },
    { questionId: 'q2', answer: { marked: true } },
    { questionId: 'q3', answer: { seen: true } },
  ] as const
  const outcome = { saved: [], late: ['q1'], declined: ['q2', 'q2', 'q3'] }
  expect(toOutcomeState(waiting, outcome)).toEqual({ state: 'after-end', late: 1, declined: 1 })
  const saved = { saved: ['q1', 'q2'], late: [], declined: ['q3'] }
  expect(toOutcomeState(waiting, saved)).toEqual({ state: 'saved' })
})
