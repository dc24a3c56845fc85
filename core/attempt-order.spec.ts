import { describe, expect, it } from 'vitest'
import {
  type Attempt,
  begin,
  optionOf,
  optionOrder,
  optionsAsDealt,
  questionOrder,
} from './attempt.ts'
import { specimenPaper, specimenQuestion } from './specimen.ts'

const paper = specimenPaper(4)

function underway(overrides: Partial<Attempt> = {}): Attempt {
  const exam = { durationMinutes: 60, shuffleOptions: false, extraTimePercent: 0 }
  return { ...begin(exam, 7, 0), ...overrides }
}

describe('the order', () => {
  const long = specimenPaper(20)

  it('deals every question once, and again the same after a reload', () => {
    const order = questionOrder(underway(), long)
    expect(order.toSorted((one, other) => one - other)).toEqual([...Array(20).keys()])
    expect(questionOrder(underway(), long)).toEqual(order)
  })

  it('differs from attempt to attempt', () => {
    expect(questionOrder(underway({ seed: 8 }), long)).not.toEqual(questionOrder(underway(), long))
  })

  it('leaves options as written unless the exam shuffles them', () => {
    expect(optionOrder(underway(), long, 3)).toEqual([0, 1, 2, 3])
  })

  it('shuffles options per question, and again the same after a reload', () => {
    const attempt = underway({ shuffleOptions: true })
    const orders = long.questions.map((_, index) => optionOrder(attempt, long, index))
    for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3])
    expect(new Set(orders.map(String)).size).toBeGreaterThan(5)
    expect(long.questions.map((_, index) => optionOrder(attempt, long, index))).toEqual(orders)
  })

  it('does not depend on the key', () => {
    const otherKey = specimenPaper(20, {
      questions: long.questions.map((question) => ({ ...question, correct: 3 })),
    })
    const attempt = underway({ shuffleOptions: true })
    expect(questionOrder(attempt, otherKey)).toEqual(questionOrder(attempt, long))
    expect(optionOrder(attempt, otherKey, 5)).toEqual(optionOrder(attempt, long, 5))
  })

  it('has no options for a question that the paper lacks', () => {
    expect(optionOrder(underway({ shuffleOptions: true }), long, 20)).toEqual([])
  })
})

describe('a choice', () => {
  const attempt = underway({ shuffleOptions: true })
  const dealt = optionsAsDealt(attempt, paper, 1).map(({ text }) => text)
  const written = ['one', 'two', 'three', 'four']

  it('may be told by its place as dealt, by its text, or by both', () => {
    expect(dealt.toSorted()).toEqual(written.toSorted())
    dealt.forEach((text, dealtOption) => {
      const option = written.indexOf(text)
      expect(optionOf(attempt, paper, 'q1', { dealtOption })).toBe(option)
      expect(optionOf(attempt, paper, 'q1', { text })).toBe(option)
      expect(optionOf(attempt, paper, 'q1', { text: ` ${text} `, dealtOption })).toBe(option)
    })
  })

  it('is refused when text and place disagree', () => {
    const given = { text: dealt[0], dealtOption: 1 }
    expect(optionOf(attempt, paper, 'q1', given)).toEqual({ refused: 'unknown-option' })
  })

  it.each([
    {},
    { text: null, dealtOption: null },
    { text: '' },
    { text: 'five' },
    { text: 'ONE' },
    { dealtOption: 4 },
    { dealtOption: -1 },
    { dealtOption: 0.5 },
    { text: 'five', dealtOption: 0 },
  ])('is refused when the question has no such option: %j', (given) => {
    expect(optionOf(attempt, paper, 'q1', given)).toEqual({ refused: 'unknown-option' })
  })

  it('is refused for a question that the paper lacks', () => {
    const given = { dealtOption: 0 }
    expect(optionOf(attempt, paper, 'q4', given)).toEqual({ refused: 'unknown-question' })
  })

  it('finds an option whose author left spaces around it', () => {
    const options = ['one ', ' two', 'three', 'four'].map((text) => ({ text, imageId: null }))
    const spaced = specimenPaper(1, { questions: [specimenQuestion('q0', { options })] })
    expect(optionOf(underway(), spaced, 'q0', { text: 'one' })).toBe(0)
    expect(optionOf(underway(), spaced, 'q0', { text: ' two' })).toBe(1)
  })
})
