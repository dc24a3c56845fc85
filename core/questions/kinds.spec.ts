import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyQuestion } from '#test/exam-factories.ts'
import { shuffleIndexes } from '../random.ts'
import { isRefusal } from '../refusal.ts'
import { choiceKinds } from './formats/choices.ts'
import { type KeyCorrection, listCorrectionKeys, type Option } from './kind.ts'
import { kinds } from './kinds.ts'
import { type MultipleChoiceQuestion, multipleChoice } from './multiple-choice/multiple-choice.ts'
import { type AnswerValue, kindNames, kindOf, type Question, toWireKind } from './question.ts'
import { type SingleChoiceQuestion, singleChoice } from './single-choice/single-choice.ts'

const seed = fc.nat()

/** Every answer that the browser of a student could send, with the options it is made of. */
function listSendable(question: Question, presented: readonly Option[]) {
  const places = presented.map((_, place) => place)
  const isOfSeveral = 'selectedAnswers' in kindOf(question).toWireAnswer(question, undefined)
  if (!isOfSeveral) {
    return places.flatMap((place) => [
      { sent: { selectedOption: place }, chosen: [place] },
      { sent: { selectedAnswer: presented[place]?.text }, chosen: [place] },
    ])
  }
  const subsets = places.reduce<number[][]>(
    (sets, place) => sets.flatMap((set) => [set, [...set, place]]),
    [[]],
  )
  return subsets
    .filter((set) => set.length > 0)
    .map((set) => ({ sent: { selectedOptions: set.toReversed() }, chosen: set }))
}

function parse(question: Question, sent: object, order: readonly number[]): AnswerValue {
  const answer = kindOf(question).parseAnswer(question, { ...sent }, order)
  return isRefusal(answer) ? expect.unreachable(JSON.stringify(sent)) : answer
}

describe.each(kindNames)('%s, as every kind', (name) => {
  it('has the name of its folder', () => {
    expect(kinds[name].name).toBe(name)
  })

  it('marks the answer that its key is made of, and is presented without that key', () => {
    fc.assert(
      fc.property(anyQuestion(name), (example) => {
        const kind = kindOf(example)
        const key = kind.getKey(example)
        const order = kind.listOptions(example).map((_, index) => index)
        const sent = kind.formatAnswer(key, order)
        expect(kind.isRight(parse(example, sent, order), key)).toBe(true)
        for (const option of kind.present(example, order))
          expect(Object.keys(option)).toEqual(['text', 'imageId'])
        expect(JSON.stringify(kind.toWireAnswer(example, undefined))).not.toMatch(/correct/i)
      }),
    )
  })

  it('has a key that comes back the same from its words, and a row for it', () => {
    fc.assert(
      fc.property(anyQuestion(name), (example) => {
        const kind = kindOf(example)
        const key = kind.getKey(example)
        const correction = { type: 'another-key', key } as const
        expect(kind.parseKey(example, kind.formatKey(correction))).toEqual(correction)
        const { rows, listRows } = kind.tabulateAnswers(example, { answers: [], keys: [key] })
        expect(listRows(key).map((row) => rows[row]?.text)).not.toContain(undefined)
      }),
    )
  })
})

describe.each(choiceKinds)('%s', (name) => {
  const question = anyQuestion(name)

  it('sends an answer unchanged in any order of options', () => {
    fc.assert(
      fc.property(question, seed, (example, number) => {
        const kind = kindOf(example)
        const order = shuffleIndexes(kind.listOptions(example).length, number)
        const answer = kind.getKey(example)
        expect(parse(example, kind.formatAnswer(answer, order), order)).toEqual(answer)
      }),
    )
  })

  it('shows every option once in any order, and no key', () => {
    fc.assert(
      fc.property(question, seed, (example, number) => {
        const kind = kindOf(example)
        const options = kind.listOptions(example)
        const order = shuffleIndexes(options.length, number)
        const presented = kind.present(example, order)
        expect(presented.toSorted(byText)).toEqual(options.toSorted(byText))
        for (const option of presented) expect(Object.keys(option)).toEqual(['text', 'imageId'])
        expect(JSON.stringify(kind.toWireAnswer(example, undefined))).not.toMatch(/correct/i)
      }),
    )
  })

  it('reads the chosen options in any shuffled order', () => {
    fc.assert(
      fc.property(question, seed, (example, number) => {
        const kind = kindOf(example)
        const order = shuffleIndexes(kind.listOptions(example).length, number)
        const presented = kind.present(example, order)
        for (const { sent, chosen } of listSendable(example, presented)) {
          const answer = parse(example, sent, order)
          const texts = kind
            .listChosenOptions(answer)
            .map((at) => kind.listOptions(example)[at]?.text)
          expect(texts.toSorted()).toEqual(chosen.map((at) => presented[at]?.text).toSorted())
          expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        }
      }),
    )
  })

  it('gives the mark for the key alone of all answers', () => {
    fc.assert(
      fc.property(question, seed, (example, number) => {
        const kind = kindOf(example)
        const order = shuffleIndexes(kind.listOptions(example).length, number)
        const answers = listSendable(example, kind.present(example, order)).map(({ sent }) =>
          parse(example, sent, order),
        )
        const right = answers.filter((answer) => kind.isRight(answer, kind.getKey(example)))
        expect(new Set(right.map((answer) => JSON.stringify(answer)))).toEqual(
          new Set([JSON.stringify(kind.getKey(example))]),
        )
      }),
    )
  })

  it('survives a round trip through the author’s view and the text of its key', () => {
    fc.assert(
      fc.property(question, (example) => {
        const kind = kindOf(example)
        const key = kind.getKey(example)
        const word = kind.formatKey({ type: 'another-key', key })
        expect(kind.parseKey(example, word)).toEqual({ type: 'another-key', key })
        const options = kind.listOptions(example)
        const correctAnswers = kind.listChosenOptions(key).map((at) => options[at]?.text ?? '')
        const draft = { kind: name, text: example.text, options, correctAnswers }
        expect(kind.validateDraft(draft)).toEqual([])
        const { id, text, imageId, codeSnippet } = example
        const parts = { id, text, imageId, codeSnippet, options }
        expect(kind.createQuestion(draft, parts)).toEqual(example)
      }),
    )
  })

  it.each([
    {},
    { selectedAnswer: null, selectedOption: null, selectedOptions: null },
    { selectedOption: 8 },
    { selectedOptions: [8] },
    { selectedOptions: [] },
    { selectedOptions: [0, 0] },
    { selectedOption: 0, selectedOptions: [0] },
    { selectedAnswer: 'no option says this', selectedOption: 0 },
  ])('refuses %j', (sent) => {
    fc.assert(
      fc.property(question, (example) => {
        const kind = kindOf(example)
        const order = kind.listOptions(example).map((_, index) => index)
        expect(kind.parseAnswer(example, sent, order)).toEqual({ refused: 'unknown-option' })
      }),
    )
  })

  it.each(['', 'I', 'a', 'A,A', 'A,', 'A C', '1'])('accepts no key %j', (word) => {
    fc.assert(fc.property(question, (example) => kindOf(example).parseKey(example, word) === null))
  })
})

describe('multiple choice', () => {
  const options = ['one', 'two', 'three', 'four'].map((text) => ({ text, imageId: null }))
  const base = { id: 'q', text: 'Which?', imageId: null, codeSnippet: null }
  const question: MultipleChoiceQuestion = {
    kind: 'multiple-choice',
    ...base,
    options,
    correct: [0, 2],
  }

  it.each([
    { options: [0, 2], isRight: true },
    { options: [0], isRight: false },
    { options: [0, 1, 2], isRight: false },
    { options: [0, 1, 2, 3], isRight: false },
    { options: [1, 3], isRight: false },
  ])('marks $options with the key A,C as correct: $isRight', (row) => {
    expect(kindOf(question).isRight({ options: row.options }, { options: [0, 2] })).toBe(
      row.isRight,
    )
  })

  it.each([{ correctAnswers: [] }, { correctAnswers: ['five'] }, { correctAnswers: ['one', ''] }])(
    'is not valid with the key $correctAnswers',
    ({ correctAnswers }) => {
      const draft = { kind: 'multiple-choice', text: 'Which?', options, correctAnswers }
      expect(kindOf(question).validateDraft(draft)).toEqual([
        { field: 'correct_answers', message: 'Mark the correct options' },
      ])
    },
  )
})

describe('single choice', () => {
  it('accepts several keys where a correction names several', () => {
    fc.assert(
      fc.property(anyQuestion('single-choice'), (example) => {
        expect(kindOf(example).parseKey(example, 'B,A')).toEqual({
          type: 'accept-several',
          keys: [{ option: 0 }, { option: 1 }],
        })
      }),
    )
  })
})

function byText(one: Option, other: Option): number {
  return one.text < other.text ? -1 : 1
}

describe('on the wire', () => {
  const options = ['one', 'two', 'three'].map((text) => ({ text, imageId: null }))
  const base = { id: 'q', text: 'Which?', imageId: null, codeSnippet: null, options }
  const single: SingleChoiceQuestion = { ...base, kind: 'single-choice', correct: 1 }
  const several: MultipleChoiceQuestion = { ...base, kind: 'multiple-choice', correct: [0, 2] }

  it('a single choice has the texts of its key and answer', () => {
    expect(singleChoice.toWireKey(single)).toEqual({ correct_answer: 'two' })
    expect(singleChoice.toWireKey({ ...single, correct: 5 })).toEqual({ correct_answer: '' })
    expect(singleChoice.toWireAnswer(single, { option: 2 })).toEqual({ selectedAnswer: 'three' })
    expect(singleChoice.toWireAnswer(single, { option: 5 })).toEqual({ selectedAnswer: null })
    expect(singleChoice.toWireAnswer(single, undefined)).toEqual({ selectedAnswer: null })
    expect(singleChoice.toWireSolution(single, [{ option: 1 }])).toEqual({ correctAnswer: 'two' })
    expect(singleChoice.toWireSolution(single, [{ option: 1 }, { option: 0 }])).toEqual({
      correctAnswer: 'two',
      correctAnswers: ['two', 'one'],
    })
    expect(singleChoice.toWireSolution(single, [{ option: 5 }])).toEqual({ correctAnswer: '' })
    expect(singleChoice.toWireSolution(single, [])).toEqual({ correctAnswer: '' })
  })

  it('a multiple choice has lists of texts', () => {
    expect(multipleChoice.toWireKey(several)).toEqual({ correct_answers: ['one', 'three'] })
    expect(multipleChoice.toWireKey({ ...several, correct: [5] })).toEqual({
      correct_answers: [''],
    })
    expect(multipleChoice.toWireAnswer(several, { options: [1] })).toEqual({
      selectedAnswers: ['two'],
    })
    expect(multipleChoice.toWireAnswer(several, undefined)).toEqual({ selectedAnswers: null })
    expect(multipleChoice.toWireSolution(several, [{ options: [0, 2] }])).toEqual({
      correctAnswers: ['one', 'three'],
    })
    expect(multipleChoice.toWireSolution(several, [])).toEqual({ correctAnswers: [] })
  })

  it('a kind is named unless it is the usual one', () => {
    expect(toWireKind(single)).toEqual({})
    expect(toWireKind(several)).toEqual({ kind: 'multiple-choice' })
  })

  it('answers are counted by option', () => {
    const count = { answers: [], keys: [] }
    const one = singleChoice.tabulateAnswers(single, count)
    expect([one.rows, one.listRows({ option: 2 })]).toEqual([options, [2]])
    const many = multipleChoice.tabulateAnswers(several, count)
    expect([many.rows, many.listRows({ options: [0, 2] })]).toEqual([options, [0, 2]])
    expect([singleChoice, multipleChoice].map((kind) => kind.toRowLetter(2))).toEqual(['C', 'C'])
    expect([single, several].map((question) => kindOf(question).label)).toEqual([
      ...['Single choice', 'Multiple choice'],
    ])
  })

  it('a key has its letters, and a question without one key has them all', () => {
    const listKeys = (correction: KeyCorrection<{ option: number }>) => [
      singleChoice.formatKey(correction),
      listCorrectionKeys(correction),
    ]
    const [first, second] = [{ option: 0 }, { option: 2 }]
    expect(listKeys({ type: 'another-key', key: second })).toEqual(['C', [second]])
    expect(listKeys({ type: 'accept-several', keys: [first, second] })).toEqual([
      'A,C',
      [first, second],
    ])
    expect(listKeys({ type: 'everyone' })).toEqual(['', []])
    const key = { options: [0, 2] }
    expect(multipleChoice.formatKey({ type: 'another-key', key })).toBe('A,C')
  })
})
