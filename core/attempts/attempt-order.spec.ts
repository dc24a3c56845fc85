import { describe, expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import {
  type Attempt,
  begin,
  findChosenOption,
  getOptionOrder,
  getPresentedOptions,
  getQuestionOrder,
} from './attempt.ts'

const paper = createPaper(4)

function createRunningAttempt(overrides: Partial<Attempt> = {}): Attempt {
  const exam = { durationMinutes: 60, shuffleOptions: false, extraTimePercent: 0 }
  return { ...begin(exam, 7, 0), ...overrides }
}

describe('the order', () => {
  const longPaper = createPaper(20)

  it('deals every question once, and again the same after a reload', () => {
    const order = getQuestionOrder(createRunningAttempt(), longPaper)
    expect(order.toSorted((one, other) => one - other)).toEqual([...Array(20).keys()])
    expect(getQuestionOrder(createRunningAttempt(), longPaper)).toEqual(order)
  })

  it('differs from attempt to attempt', () => {
    expect(getQuestionOrder(createRunningAttempt({ seed: 8 }), longPaper)).not.toEqual(
      getQuestionOrder(createRunningAttempt(), longPaper),
    )
  })

  it('leaves options as written unless the exam shuffles them', () => {
    expect(getOptionOrder(createRunningAttempt(), longPaper, 3)).toEqual([0, 1, 2, 3])
  })

  it('shuffles options per question, and again the same after a reload', () => {
    const attempt = createRunningAttempt({ shuffleOptions: true })
    const orders = longPaper.questions.map((_, index) => getOptionOrder(attempt, longPaper, index))
    for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3])
    expect(new Set(orders.map(String)).size).toBeGreaterThan(5)
    expect(
      longPaper.questions.map((_, index) => getOptionOrder(attempt, longPaper, index)),
    ).toEqual(orders)
  })

  it('does not depend on the key', () => {
    const otherKey = createPaper(20, {
      questions: longPaper.questions.map((question) => ({ ...question, correct: 3 })),
    })
    const attempt = createRunningAttempt({ shuffleOptions: true })
    expect(getQuestionOrder(attempt, otherKey)).toEqual(getQuestionOrder(attempt, longPaper))
    expect(getOptionOrder(attempt, otherKey, 5)).toEqual(getOptionOrder(attempt, longPaper, 5))
  })

  it('has no options for a question that the paper lacks', () => {
    expect(getOptionOrder(createRunningAttempt({ shuffleOptions: true }), longPaper, 20)).toEqual(
      [],
    )
  })
})

describe('a choice', () => {
  const attempt = createRunningAttempt({ shuffleOptions: true })
  const presented = getPresentedOptions(attempt, paper, 1).map(({ text }) => text)
  const written = ['one', 'two', 'three', 'four']

  it('may be named by its presented place, by its text, or by both', () => {
    expect(presented.toSorted()).toEqual(written.toSorted())
    presented.forEach((text, presentedIndex) => {
      const option = written.indexOf(text)
      expect(findChosenOption(attempt, paper, 'q1', { presentedIndex })).toBe(option)
      expect(findChosenOption(attempt, paper, 'q1', { text })).toBe(option)
      expect(findChosenOption(attempt, paper, 'q1', { text: ` ${text} `, presentedIndex })).toBe(
        option,
      )
    })
  })

  it('is refused when text and place disagree', () => {
    const choice = { text: presented[0], presentedIndex: 1 }
    expect(findChosenOption(attempt, paper, 'q1', choice)).toEqual({ refused: 'unknown-option' })
  })

  it.each([
    {},
    { text: null, presentedIndex: null },
    { text: '' },
    { text: 'five' },
    { text: 'ONE' },
    { presentedIndex: 4 },
    { presentedIndex: -1 },
    { presentedIndex: 0.5 },
    { text: 'five', presentedIndex: 0 },
  ])('is refused when the question has no such option: %j', (choice) => {
    expect(findChosenOption(attempt, paper, 'q1', choice)).toEqual({ refused: 'unknown-option' })
  })

  it('is refused for a question that the paper lacks', () => {
    const choice = { presentedIndex: 0 }
    expect(findChosenOption(attempt, paper, 'q4', choice)).toEqual({ refused: 'unknown-question' })
  })

  it('finds an option whose author left spaces around it', () => {
    const options = ['one ', ' two', 'three', 'four'].map((text) => ({ text, imageId: null }))
    const spaced = createPaper(1, { questions: [createQuestion('q0', { options })] })
    expect(findChosenOption(createRunningAttempt(), spaced, 'q0', { text: 'one' })).toBe(0)
    expect(findChosenOption(createRunningAttempt(), spaced, 'q0', { text: ' two' })).toBe(1)
  })
})
