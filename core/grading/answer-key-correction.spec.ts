import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import type { KeyCorrections } from '../questions/question.ts'
import { isSameQuestion, regrade } from './answer-key-correction.ts'
import { getScoreBand, grade, toPercentage } from './grade.ts'

const option = fc.record({ option: fc.nat({ max: 3 }) })
const key: fc.Arbitrary<KeyCorrections[string]> = fc.oneof(
  fc.record({ type: fc.constant('another-key'), key: option }),
  fc.record({ type: fc.constant('accept-several'), keys: fc.array(option, { maxLength: 3 }) }),
  fc.constant({ type: 'everyone' } as const),
)

it('comes to the same as marking the whole paper anew', () => {
  const answers = fc.dictionary(
    fc.constantFrom('q0', 'q1', 'q2', 'q3', 'q4'),
    fc.record({ value: option, sequence: fc.nat() }),
  )
  const paper = createPaper(5)
  fc.assert(
    fc.property(answers, fc.nat({ max: 4 }), key, key, (selected, at, old, next) => {
      const question = paper.questions[at] ?? createQuestion('q0')
      const [before, after] = [{ [question.id]: old }, { [question.id]: next }]
      const { score, total } = grade(paper, selected, before)
      const regradedInFull = grade(paper, selected, after)
      const regraded = regrade(
        { score, total, answer: selected[question.id] },
        question,
        before,
        after,
      )
      expect(regraded?.after ?? score).toBe(regradedInFull.score)
      expect(regraded === null).toBe(regradedInFull.score === score)
      const isBandChanged =
        getScoreBand(toPercentage(score, total)) !== getScoreBand(regradedInFull.percentage)
      expect(regraded?.isBandChanged ?? false).toBe(isBandChanged)
    }),
  )
})

it('knows a question again on a later paper, whatever its printed key', () => {
  const question = createQuestion('q0')
  expect(isSameQuestion(question, { ...question, correct: 2 })).toBe(true)
  expect(isSameQuestion(question, { ...question, text: 'What else?' })).toBe(false)
  expect(isSameQuestion(question, { ...question, id: 'q1' })).toBe(false)
})
