import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandOf, grade, percentageOf } from './grading.ts'
import { asksTheSame, remark } from './key-correction.ts'
import { specimenPaper, specimenQuestion } from './specimen.ts'

const key = fc.option(fc.nat({ max: 3 }))

it('comes to the same as marking the whole paper anew', () => {
  const answers = fc.dictionary(
    fc.constantFrom('q0', 'q1', 'q2', 'q3', 'q4'),
    fc.record({ option: fc.nat({ max: 3 }), sequence: fc.nat() }),
  )
  const paper = specimenPaper(5)
  fc.assert(
    fc.property(answers, fc.nat({ max: 4 }), key, key, (given, at, old, next) => {
      const question = paper.questions[at] ?? specimenQuestion('q0')
      const [before, after] = [{ [question.id]: old }, { [question.id]: next }]
      const { score, total } = grade(paper, given, before)
      const anew = grade(paper, given, after)
      const remarked = remark({ score, total, answer: given[question.id] }, question, before, after)
      expect(remarked?.after ?? score).toBe(anew.score)
      expect(remarked === null).toBe(anew.score === score)
      const isOtherBand = bandOf(percentageOf(score, total)) !== bandOf(anew.percentage)
      expect(remarked?.changesBand ?? false).toBe(isOtherBand)
    }),
  )
})

it('knows a question again on a later paper, whatever its printed key', () => {
  const question = specimenQuestion('q0')
  expect(asksTheSame(question, { ...question, correct: 2 })).toBe(true)
  expect(asksTheSame(question, { ...question, text: 'What else?' })).toBe(false)
  expect(asksTheSame(question, { ...question, id: 'q1' })).toBe(false)
})
