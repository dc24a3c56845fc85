import { describe, expect, it } from 'vitest'
import { isAnswerLine, isChangedByAiken, isFirstOptionLine, readAiken } from './aiken.ts'
import { isLetterRun, parseAnswerLetters } from './answer-letters.ts'
import {
  isExplanation,
  isNamedNumber,
  isNumbered,
  isRuler,
  parseLooseAnswer,
  parseLooseOption,
  splitOptions,
  stripNumber,
} from './loose-text.ts'

describe('a line of a text program', () => {
  it.each([
    { line: 'Ans: b', words: 'b' },
    { line: '**Correct answer:** (b) two', words: '(b) two' },
    { line: '> ✅ Answer - 2', words: '2' },
    { line: 'Ans: AC.', words: 'AC.' },
    { line: 'Right option(s): both A and B', words: 'both A and B' },
    { line: 'Ans: CA', words: null },
    { line: 'Ans: bad', words: null },
    { line: 'Answer the next', words: null },
    { line: 'Ans: none', words: null },
    { line: '', words: null },
  ])('"$line" answers with $words', ({ line, words }) => {
    expect(parseLooseAnswer(line)).toBe(words)
    expect(isAnswerLine(line)).toBe(words !== null)
  })

  it.each([
    { line: 'a) one ', option: { letter: 'A', text: 'one' } },
    { line: '- **(H]** two', option: { letter: 'H', text: 'two' } },
    { line: 'B.', option: { letter: 'B', text: '' } },
    { line: 'AB. one', option: null },
    { line: '1. one', option: null },
  ])('"$line" is the option $option', ({ line, option }) => {
    expect(parseLooseOption(line)).toEqual(option)
    expect(isFirstOptionLine(line)).toBe(option?.letter === 'A')
  })

  it.each([
    { line: 'ANSWER: E', isAnswer: true },
    { line: 'answer :E', isAnswer: true },
    { line: 'My ANSWER: E', isAnswer: false },
  ])('"$line" ends a question of Aiken: $isAnswer', ({ line, isAnswer }) => {
    expect(isAnswerLine(line)).toBe(isAnswer)
  })

  it('may explain, rule off, or number', () => {
    expect(['Ex: so', '**Solution**: so', 'Hint - so', 'Example: so'].map(isExplanation)).toEqual([
      ...[true, true, true, false],
    ])
    expect(['---', '=====', '--', '--- x'].map(isRuler)).toEqual([true, true, false, false])
    const numbered = ['1. Why?', 'Q2) Why?', 'Question 3: Why?', '1.', '1234. Why?']
    expect(numbered.map(isNumbered)).toEqual([true, true, true, false, false])
    expect(numbered.map(isNamedNumber)).toEqual([false, true, true, false, false])
    expect(numbered.slice(0, 3).map(stripNumber)).toEqual(['Why?', 'Why?', 'Why?'])
  })

  it.each([
    { line: 'Which? a) one b) two c) three', lead: 'Which?', texts: ['one', 'two', 'three'] },
    { line: '(a) one (b) two [c] three', lead: '', texts: ['one', 'two', 'three'] },
    { line: 'a) one\tb) two', lead: '', texts: ['one', 'two'] },
    { line: 'Which?  a) one  b) two', lead: 'Which?', texts: ['one', 'two'] },
    { line: 'a) see (c)  b) two', lead: '', texts: ['see (c)', 'two'] },
  ])('"$line" has several options', ({ line, ...expected }) => {
    expect(splitOptions(line, 0)).toEqual(expected)
  })

  it('has no options where two are not apart, or begin with another letter', () => {
    expect(splitOptions('a) one b) two', 0)).toBeNull()
    expect(splitOptions('a) one', 0)).toBeNull()
    expect(splitOptions('b) one c) two d) three', 0)).toBeNull()
    expect(splitOptions('b) one c) two d) three', 1)?.texts).toEqual(['one', 'two', 'three'])
  })
})

describe('letters of an answer', () => {
  it.each([
    ...['AB', 'ACH', 'ABCDEFGH'].map((word) => ({ word, isRun: true })),
    ...['', 'A', 'AA', 'BA', 'ABA', 'AI', 'ab', 'xAB', 'ABx'].map((word) => ({
      word,
      isRun: false,
    })),
  ])('"$word" are a run: $isRun', ({ word, isRun }) => {
    expect(isLetterRun(word)).toBe(isRun)
  })

  const texts = ['two words', 'x', 'three', '']
  it.each([
    { answer: 'AB', letters: ['A', 'B'] },
    { answer: ' b. ', letters: ['B'] },
    { answer: 'none', letters: [] },
    { answer: 'a) - Two  words', letters: ['A'] },
    { answer: 'a) – two  Words, c) - three', letters: ['A', 'C'] },
    { answer: 'a) two words, c) four', letters: null },
    { answer: 'b, x', letters: ['B', 'X'] },
    { answer: 'b or', letters: ['B'] },
    { answer: 'b – c', letters: null },
  ])('"$answer" are $letters', ({ answer, letters }) => {
    expect(parseAnswerLetters(answer, texts)).toEqual(letters)
  })

  it('are the text of an option where one has it', () => {
    expect(parseAnswerLetters('AC.', ['ac', 'x', 'y'])).toBeNull()
    expect(parseAnswerLetters('AC', ['a c', 'x', 'y'])).toEqual(['A', 'C'])
  })
})

describe('a file that is read', () => {
  const read = (...lines: string[]) =>
    readAiken(lines.join('\n')).entries.map(({ line, question, excerpt, losses, errors }) => ({
      line,
      text: question?.text ?? excerpt,
      options: question?.options.map(({ text }) => text) ?? [],
      losses,
      errors,
    }))

  it('may have spaces in front of its lines', () => {
    expect(read('1. Why?', '  A. a', '  B. b', '  ANSWER: B')).toMatchObject([
      { text: '1. Why?', options: ['a', 'b'], errors: [] },
    ])
    expect(read('1. Why?', 'A. a', 'B. b', '   Ans: b')).toMatchObject([
      { text: 'Why?', options: ['a', 'b'], errors: [] },
    ])
  })

  it('begins a question at its answer where there is nothing else', () => {
    expect(read('', '', 'ANSWER: A')).toEqual([
      {
        line: 3,
        text: '',
        options: ['', ''],
        losses: [],
        errors: [
          '"ANSWER: A" names none of the options: mark the correct answer',
          ...['Enter the question', 'Enter option A', 'Enter option B'],
        ],
      },
    ])
  })

  it('may have the options of a question in its last line', () => {
    expect(read('Why so?', 'Is it: a) x b) y c) z', 'Ans: b')).toMatchObject([
      { line: 1, text: 'Why so?\nIs it:', options: ['x', 'y', 'z'], errors: [] },
    ])
    expect(read('Why so?', '1. a) x b) y c) z', 'Ans: b')).toMatchObject([
      { options: ['x', 'y', 'z'] },
    ])
    expect(read('Why?', 'It is so.', 'Ans: b')).toMatchObject([{ text: 'Why?\nIt is so.' }])
  })

  it('may have a question right below an explanation', () => {
    const lines = ['Why?', 'a) x', 'b) y', 'Ans: a', 'Ex: so', 'Who?', 'a) v', 'b) w', 'Ans: b']
    expect(read(...lines)).toMatchObject([
      { line: 1, text: 'Why?', options: ['x', 'y'], losses: ['feedback'] },
      { line: 5, options: ['v', 'w'], losses: [] },
    ])
  })

  it('has numbers on the first lines of its questions alone', () => {
    const first = ['1. Why', 'is it so?', 'a) x', 'b) y', 'Ans: a', 'Ex: so.', '', 'a) is it.', '']
    expect(read(...first, '2. Who?', 'a) v', 'b) w', 'Ans: b')).toEqual([
      { line: 1, text: 'Why\nis it so?', options: ['x', 'y'], losses: ['feedback'], errors: [] },
      { line: 10, text: 'Who?', options: ['v', 'w'], losses: [], errors: [] },
    ])
  })

  it('has no explanation before a question, or below one that is left out', () => {
    expect(read('Hint: why?', 'a) x', 'b) y', 'Ans: a')).toMatchObject([{ text: 'Hint: why?' }])
    const tooMany = [...'ABCDEFGHI'].map((letter) => `${letter}) ${letter}`)
    expect(read('Why?', ...tooMany, 'Ans: A', 'Hint: so', 'a) x', 'b) y', 'Ans: a')).toMatchObject([
      { text: 'Why?', losses: [] },
      { text: 'Hint: so', errors: [] },
    ])
  })

  it('keeps words as they are if Aiken can hold them', () => {
    expect([' Why? ', 'Why?\nSo.', 'A. so?', 'Ans: b', 'Hint: so'].map(isChangedByAiken)).toEqual([
      ...[false, true, true, true, true],
    ])
  })
})
