import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import type { Answer } from '../attempts/attempt.ts'
import type { KeyCorrections } from '../questions/question.ts'
import { grade, isCorrect, isSameQuestion, listKeys, regrade } from './grade.ts'
import { getScoreBand, toPercentage } from './percentage.ts'

function toAnswers(options: Record<string, number>): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(options).map(([id, option]) => [id, { value: { option }, sequence: 1 }]),
  )
}

describe('the score', () => {
  it('is the number of correct answers', () => {
    expect(grade(createPaper(4), toAnswers({ q0: 0, q1: 1, q2: 0, q3: 3 }))).toEqual({
      score: 3,
      total: 4,
      answered: 4,
      percentage: 75,
    })
  })

  it('counts an unanswered question as 0, separately from a wrong one', () => {
    expect(grade(createPaper(4), toAnswers({ q0: 0, q1: 3 }))).toMatchObject({
      score: 1,
      answered: 2,
    })
  })

  it('ignores answers to questions that the paper lacks', () => {
    expect(grade(createPaper(1), toAnswers({ q0: 0, q7: 3, constructor: 0 }))).toMatchObject({
      score: 1,
      answered: 1,
    })
  })

  it('is 0 of 0 for an empty paper, and 0 %', () => {
    expect(grade(createPaper(0), {})).toEqual({ score: 0, total: 0, answered: 0, percentage: 0 })
  })
})

describe('a corrected key', () => {
  const question = createQuestion('q0')

  it('replaces the printed one', () => {
    const corrections = { q0: { type: 'another-key', key: { option: 2 } } } as const
    expect(listKeys(question, corrections)).toEqual([{ option: 2 }])
    expect(isCorrect(question, { value: { option: 2 }, sequence: 1 }, corrections)).toBe(true)
    expect(isCorrect(question, { value: { option: 0 }, sequence: 1 }, corrections)).toBe(false)
  })

  it('may accept several options', () => {
    const corrections = {
      q0: { type: 'accept-several', keys: [{ option: 2 }, { option: 3 }] },
    } as const
    const marks = [0, 1, 2, 3].map((option) =>
      isCorrect(question, { value: { option }, sequence: 1 }, corrections),
    )
    expect(marks).toEqual([false, false, true, true])
    expect(isCorrect(question, undefined, corrections)).toBe(false)
  })

  it('may give everyone the mark, even without an answer', () => {
    expect(isCorrect(question, undefined, { q0: { type: 'everyone' } })).toBe(true)
    expect(grade(createPaper(4), {}, { q1: { type: 'everyone' } })).toMatchObject({
      score: 1,
      answered: 0,
    })
  })

  it('leaves the other questions alone', () => {
    const answers = toAnswers({ q0: 0, q1: 1 })
    expect(
      grade(createPaper(2), answers, { q7: { type: 'another-key', key: { option: 3 } } }),
    ).toEqual(grade(createPaper(2), answers))
  })
})

it('the score by the printed key is between 0 and the number of answered questions', () => {
  const answers = fc.dictionary(
    fc.constantFrom('q0', 'q1', 'q2', 'q3', 'q4', 'q5'),
    fc.record({ value: fc.record({ option: fc.nat({ max: 3 }) }), sequence: fc.nat() }),
  )
  fc.assert(
    fc.property(answers, (answersByQuestion) => {
      const { score, answered, total, percentage } = grade(createPaper(5), answersByQuestion)
      expect(score).toBeLessThanOrEqual(answered)
      expect(answered).toBeLessThanOrEqual(total)
      expect(percentage).toBe((score * 100) / total)
    }),
  )
})

const option = fc.record({ option: fc.nat({ max: 3 }) })
const key: fc.Arbitrary<KeyCorrections[string]> = fc.oneof(
  fc.record({ type: fc.constant('another-key'), key: option }),
  fc.record({ type: fc.constant('accept-several'), keys: fc.array(option, { maxLength: 3 }) }),
  fc.constant({ type: 'everyone' } as const),
)

it('a correction gives the same score as marking the whole paper again', () => {
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

it('a question is recognised on a later paper, whatever its printed key', () => {
  const question = createQuestion('q0')
  expect(isSameQuestion(question, { ...question, correct: 2 })).toBe(true)
  expect(isSameQuestion(question, { ...question, text: 'What else?' })).toBe(false)
  expect(isSameQuestion(question, { ...question, id: 'q1' })).toBe(false)
})
