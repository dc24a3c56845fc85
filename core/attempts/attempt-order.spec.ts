import { describe, expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import { type Attempt, begin } from './attempt.ts'
import {
  getOptionOrder,
  getQuestionOrder,
  parseAnswer,
  presentQuestions,
} from './presented-paper.ts'

const paper = createPaper(4)

function createRunningAttempt(overrides: Partial<Attempt> = {}): Attempt {
  const exam = { durationMinutes: 60, shuffleOptions: false, extraTimePercent: 0 }
  return { ...begin(exam, 7, 0), ...overrides }
}

describe('the order', () => {
  const longPaper = createPaper(20)

  it('has every question once, and is the same after a reload', () => {
    const order = getQuestionOrder(createRunningAttempt(), longPaper)
    expect(order.toSorted((one, other) => one - other)).toEqual([...Array(20).keys()])
    expect(getQuestionOrder(createRunningAttempt(), longPaper)).toEqual(order)
  })

  // An attempt stores its seed, not its order, and a page that is open says "option 2".
  it.each([
    { seed: 0, questions: [3, 6, 7, 0, 4, 5, 2, 1], options: ['3201', '2130', '0312'] },
    { seed: 7, questions: [7, 6, 5, 1, 2, 3, 4, 0], options: ['1023', '1320', '2310'] },
    { seed: 2 ** 32 - 1, questions: [3, 6, 2, 4, 7, 1, 5, 0], options: ['0231', '3201', '3210'] },
  ])('stays what it was in earlier releases for seed $seed', ({ seed, questions, options }) => {
    const [attempt, eight] = [{ seed, shuffleOptions: true }, createPaper(8)]
    expect(getQuestionOrder(attempt, eight)).toEqual(questions)
    const orders = [0, 1, 7].map((index) => getOptionOrder(attempt, eight, index).join(''))
    expect(orders).toEqual(options)
  })

  it('differs from attempt to attempt', () => {
    expect(getQuestionOrder(createRunningAttempt({ seed: 8 }), longPaper)).not.toEqual(
      getQuestionOrder(createRunningAttempt(), longPaper),
    )
  })

  it('leaves options as written unless the exam shuffles them', () => {
    expect(getOptionOrder(createRunningAttempt(), longPaper, 3)).toEqual([0, 1, 2, 3])
  })

  it('shuffles options per question, and is the same after a reload', () => {
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
  const presented =
    presentQuestions(attempt, paper)
      .find(({ question }) => question.id === 'q1')
      ?.options.map(({ text }) => text) ?? []
  const written = ['one', 'two', 'three', 'four']

  it('may be given by its presented position, by its text, or by both', () => {
    expect(presented.toSorted()).toEqual(written.toSorted())
    presented.forEach((text, selectedOption) => {
      const option = written.indexOf(text)
      expect(parseAnswer(attempt, paper, 'q1', { selectedOption })).toEqual({ option })
      expect(parseAnswer(attempt, paper, 'q1', { selectedAnswer: text })).toEqual({ option })
      const both = { selectedAnswer: ` ${text} `, selectedOption }
      expect(parseAnswer(attempt, paper, 'q1', both)).toEqual({ option })
    })
  })

  it('is refused when text and position disagree', () => {
    const choice = { selectedAnswer: presented[0], selectedOption: 1 }
    expect(parseAnswer(attempt, paper, 'q1', choice)).toEqual({ refused: 'unknown-option' })
  })

  it.each([
    {},
    { selectedAnswer: null, selectedOption: null },
    { selectedAnswer: '' },
    { selectedAnswer: 'five' },
    { selectedAnswer: 'ONE' },
    { selectedOption: 4 },
    { selectedOption: -1 },
    { selectedOption: 0.5 },
    { selectedAnswer: 'five', selectedOption: 0 },
  ])('is refused when the question has no such option: %j', (choice) => {
    expect(parseAnswer(attempt, paper, 'q1', choice)).toEqual({ refused: 'unknown-option' })
  })

  it('is refused for a question that the paper lacks', () => {
    const choice = { selectedOption: 0 }
    expect(parseAnswer(attempt, paper, 'q4', choice)).toEqual({ refused: 'unknown-question' })
  })

  it('matches an option whose author left spaces around it', () => {
    const options = ['one ', ' two', 'three', 'four'].map((text) => ({ text, imageId: null }))
    const spaced = createPaper(1, { questions: [createQuestion('q0', { options })] })
    expect(parseAnswer(createRunningAttempt(), spaced, 'q0', { selectedAnswer: 'one' })).toEqual({
      option: 0,
    })
    expect(parseAnswer(createRunningAttempt(), spaced, 'q0', { selectedAnswer: ' two' })).toEqual({
      option: 1,
    })
  })
})
