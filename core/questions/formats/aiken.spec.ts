import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPortableQuestion, getCorrect } from '#test/exam-factories.ts'
import { findAikenGap, isChangedByAiken, readAiken, writeAiken } from './aiken.ts'

/** As Moodle's documentation shows the format. */
const documented = `What is the correct answer to this question?
A. Is it this one?
B. Maybe this answer?
C. Possibly this one?
D. Must be this one!
ANSWER: D

Which LMS has the most quiz import formats?
A) Moodle
B) ATutor
C) Claroline
D) Blackboard
ANSWER: A
`

it('reads both styles of option letters', () => {
  const { entries, errors } = readAiken(documented.replaceAll('\n', '\r\n'))
  expect(errors).toEqual([])
  expect(entries).toMatchObject([
    { line: 1, errors: [], question: { correct: [3] } },
    { line: 8, errors: [], question: { correct: [0] } },
  ])
  expect(entries[1]?.question?.options.map(({ text }) => text)).toEqual([
    'Moodle',
    'ATutor',
    'Claroline',
    'Blackboard',
  ])
})

it('reads a question of several lines', () => {
  const { entries } = readAiken('One\ntwo\nA. a\nB. b\nC. c\nD. d\nANSWER: B')
  expect(entries[0]?.question?.text).toBe('One\ntwo')
})

it.each([
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nANSWER: E',
    errors: ['"ANSWER: E" names none of the options: mark the correct answer'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nANSWER: A, E',
    errors: ['"ANSWER: A, E" names an option that is not there: mark the correct answers'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nANSWER: A or C',
    errors: ['"ANSWER: A or C" could mean one option or several: mark the correct answers'],
  },
  { file: 'Q\nA. a\nANSWER: A', errors: ['Enter option B'] },
  {
    file: 'Q\nA. a\nC. b\nB. c\nD. d\nANSWER: A',
    errors: ['The letters of the options are not in order: look them over'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d',
    errors: ['Left out. It has no line "ANSWER:" behind its options.'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nE. e\nF. f\nG. g\nH. h\nI. i\nANSWER: A',
    errors: ['Left out. It has 9 options, and a question here has at most 8.'],
  },
])('reports $errors', ({ file, errors }) => {
  expect(readAiken(file).entries.map((entry) => entry.errors)).toEqual([errors])
})

it('continues with the next question after one without an answer', () => {
  const { entries } = readAiken(`Lost\nA. a\nB. b\nC. c\nD. d\n\n${documented}`)
  expect(entries.map(({ question }) => question !== null)).toEqual([false, true, true])
  expect(entries[1]?.line).toBe(7)
})

it('writes a text that looks like an option so that it is not read as one', () => {
  const question = createPortableQuestion({ text: 'A. is the first letter?\nSay so.' })
  expect(isChangedByAiken(question.text)).toBe(true)
  const { entries } = readAiken(writeAiken([question]))
  expect(entries[0]?.question?.text).toBe('Question: A. is the first letter? Say so.')
})

it('leaves out questions that Aiken cannot hold, with the reason', () => {
  const several = createPortableQuestion({ kind: 'multiple-choice', correct: [0, 1] })
  expect(writeAiken([several, createPortableQuestion()])).toBe(
    writeAiken([createPortableQuestion()]),
  )
  expect(findAikenGap(several)).toBe('Aiken holds one correct answer only')
  expect(findAikenGap(createPortableQuestion())).toBeNull()
})

describe('questions of a text program', () => {
  const word = `1. Which clause filters groups?
a) WHERE
b) HAVING
c) GROUP BY
Ans: b

Q2) Only 1 and 3 are true of
   1. joins
   3. unions?
(A) yes
(B) no
Answer - (a)
`
  it('may have numbers, small letters, brackets, and other words for the answer', () => {
    const { entries } = readAiken(word)
    expect(entries).toMatchObject([
      { line: 1, errors: [], question: { text: 'Which clause filters groups?', correct: [1] } },
      {
        line: 7,
        errors: [],
        question: { text: 'Only 1 and 3 are true of\n1. joins\n3. unions?', correct: [0] },
      },
    ])
    expect(entries[0]?.question?.options.map(({ text }) => text)).toEqual([
      'WHERE',
      'HAVING',
      'GROUP BY',
    ])
  })

  it('keep a line as text if its letter is not the next one', () => {
    const { entries } = readAiken('1. Why?\nc) is no option\na) one\nb) two\nAns. b')
    expect(entries[0]?.question).toMatchObject({ text: 'Why?\nc) is no option', correct: [1] })
  })

  it('are not found in words that only begin like an answer', () => {
    const file = 'Key-value stores: which?\nA. a\nB. b\nANSWER: B'
    expect(readAiken(file).entries[0]).toMatchObject({
      errors: [],
      question: { text: 'Key-value stores: which?', correct: [1] },
    })
  })

  it('keep the numbers of strict Aiken', () => {
    expect(readAiken('1. Why?\nA. a\nB. b\nANSWER: B').entries[0]?.question?.text).toBe('1. Why?')
  })

  it('may have several options on a line, bullets, and marks around them', () => {
    const { entries } = readAiken(
      [
        '1. One? a) START b) BEGIN c) INIT',
        '**Correct Answer: Option B**',
        '',
        '2. Two?',
        '(a) Array (b) Graph (c) Queue',
        '(d) Linked list',
        '*Answer: d) Linked list*',
        '3. Three?',
        'a) Read (see b)\tb) Write',
        'Ans: [a]',
        '4. Four?',
        '- A) one',
        '- B) two',
        '✅ Ans: b',
      ].join('\n'),
    )
    const read = entries.map((entry) => ({
      errors: entry.errors,
      options: entry.question?.options.map(({ text }) => text),
      correct: getCorrect(entry),
    }))
    expect(read).toEqual([
      { errors: [], options: ['START', 'BEGIN', 'INIT'], correct: [1] },
      { errors: [], options: ['Array', 'Graph', 'Queue', 'Linked list'], correct: [3] },
      { errors: [], options: ['Read (see b)', 'Write'], correct: [0] },
      { errors: [], options: ['one', 'two'], correct: [1] },
    ])
  })

  const explained = `Q1. First?
(A) one
(B) two
Ans: (B) two
Ex: Because two is right.
--------

Given, a) is wrong.
Q2. Second?
(A) three
(B) four
Ans: (1) three
`
  it('exclude the explanation of the previous question', () => {
    const { entries } = readAiken(explained)
    expect(entries).toMatchObject([
      { errors: [], losses: ['feedback'], question: { text: 'First?', correct: [1] } },
      {
        line: 9,
        errors: ['"ANSWER: (1) three" names none of the options: mark the correct answer'],
        losses: [],
        question: { text: 'Second?' },
      },
    ])
  })

  it('begin after the empty line below an explanation if they have no numbers', () => {
    const file = 'Why?\na) x\nb) y\nAns: a\nSolution: it is x.\nSure.\n\nWho?\na) v\nb) w\nAns: b'
    expect(readAiken(file).entries).toMatchObject([
      { losses: ['feedback'], question: { text: 'Why?' } },
      { line: 8, losses: [], question: { text: 'Who?', correct: [1] } },
    ])
    const mixed = `${explained.slice(0, explained.indexOf('Q2'))}\nWho?\na) v\nb) w\nAns: b`
    expect(readAiken(mixed).entries.at(-1)).toMatchObject({ question: { text: 'Who?' } })
  })

  it('need a review if there is text above their number', () => {
    const { entries } = readAiken('Mock paper 3\n=====\nQ1. Why?\na) x\nb) y\nAns: a')
    expect(entries[0]).toMatchObject({
      errors: ['Words stand above the number of the question: look them over'],
      question: { text: 'Mock paper 3\nWhy?' },
    })
  })

  it('keep a line of strict Aiken that starts like an explanation', () => {
    const question = createPortableQuestion({ text: 'Reason: which is it?' })
    const { entries } = readAiken(writeAiken([createPortableQuestion(), question]))
    expect(entries[1]?.question?.text).toBe('Question: Reason: which is it?')
  })
})

describe('an answer of several letters', () => {
  const options = ['one', 'two', 'three', 'A graph', 'a, b']
  const read = (answer: string, texts: readonly string[] = options) => {
    const lines = texts.map((text, at) => `${String.fromCharCode(97 + at)}) ${text}`)
    return readAiken(['1. Which of these?', ...lines, answer].join('\n')).entries
  }

  it.each([
    'Ans: a, c',
    'Ans: (a), (c)',
    'ans. a) and c)',
    'Answer: A and C',
    'ANSWER: A,C',
    'Answers: a & c',
    'Answer(s): C + A',
    'Correct options: a; c',
    'Correct Answer: Both A and C are correct.',
    'Answer key: A/C',
    'Ans: (a)(c)',
    'Ans: a c',
    'Ans: A C only',
    'Ans: AC',
    '**Answers: A, and C**',
    'Ans: Option A and Option C',
    'Ans: a) one, c) three',
    'Ans: (A) One and (C) three.',
  ])('makes the question multiple choice: %s', (answer) => {
    expect(read(answer)).toMatchObject([
      { errors: [], question: { kind: 'multiple-choice', correct: [0, 2] } },
    ])
  })

  it.each([
    { answer: 'Ans: d, a graph', correct: [3] },
    { answer: 'Ans: e) a, b', correct: [4] },
    { answer: 'Ans: b, a subquery would be slower', correct: [1] },
    { answer: 'Ans: b; e.g. in a queue', correct: [1] },
    { answer: 'Ans: b because (c) is slower', correct: [1] },
  ])('is not recognised where words follow one letter: $answer', ({ answer, correct }) => {
    expect(read(answer)).toMatchObject([
      { errors: [], question: { kind: 'single-choice', correct } },
    ])
  })

  it.each(['a or c', 'a, C is wrong', 'a) one, c) something else', '(a) to (c)', 'A.C', 'a, a'])(
    'needs a decision if it may be one or several: %s',
    (answer) => {
      const message = `"ANSWER: ${answer}" could mean one option or several: mark the correct answers`
      expect(read(`Ans: ${answer}`)).toMatchObject([
        { errors: [message], question: { correct: [] } },
      ])
    },
  )

  it('needs a decision if its letters are the text of an option', () => {
    const [entry] = read('Ans: AC', ['DC', 'AC', 'both'])
    expect(entry?.errors).toHaveLength(1)
    expect(read('Ans: bad', ['good', 'bad'])[0], 'a word is no key').toMatchObject({
      question: null,
      errors: ['Left out. It has no line "ANSWER:" behind its options.'],
    })
  })

  it('gives exactly the options that it names, however it is written', () => {
    const letterForms = fc.constantFrom('a', 'A', '(a)', 'a)', 'A.', '[A]', 'Option A')
    const joints = fc.constantFrom(', ', ',', ' and ', ' & ', '; ', ', and ', ' + ', ' / ', ' ')
    const heads = fc.constantFrom(
      'Ans: ',
      'Answer - ',
      'ANSWER: ',
      'Correct answers: ',
      '**Ans:** ',
    )
    const papers = fc.integer({ min: 2, max: 8 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        places: fc.shuffledSubarray([...Array(count).keys()], { minLength: 1 }),
        form: letterForms,
        joint: joints,
        head: heads,
      }),
    )
    fc.assert(
      fc.property(papers, ({ count, places, form, joint, head }) => {
        const texts = Array.from({ length: count }, (_, at) => `word ${at + 1}`)
        const letters = places.map((place) => {
          const capital = String.fromCharCode(65 + place)
          return form.replace(/A(?!\w)/, capital).replace(/a(?!\w)/, capital.toLowerCase())
        })
        expect(read(`${head}${letters.join(joint)}`, texts)).toMatchObject([
          {
            errors: [],
            question: {
              kind: places.length > 1 ? 'multiple-choice' : 'single-choice',
              correct: places.toSorted((one, other) => one - other),
            },
          },
        ])
      }),
    )
  })
})
