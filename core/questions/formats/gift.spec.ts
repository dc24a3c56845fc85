import { describe, expect, it } from 'vitest'
import { readGift } from './gift.ts'

function parseNoHtml(): never {
  throw new Error('There is no page here')
}

/** Written as Moodle's documentation of the format shows it. */
function readOnlyEntry(gift: string) {
  const { entries } = readGift(gift, parseNoHtml)
  expect(entries).toHaveLength(1)
  const [entry] = entries
  if (!entry) throw new Error('Nothing was read')
  return entry
}
const listOptions = (gift: string) => readOnlyEntry(gift).question?.options.map(({ text }) => text)

describe('a choice question', () => {
  it('may be on one line', () => {
    const entry = readOnlyEntry("Who's buried in Grant's tomb?{~Grant ~Jefferson =no one ~Lee}")
    expect(entry).toMatchObject({
      line: 1,
      errors: [],
      losses: [],
      question: { text: "Who's buried in Grant's tomb?", correct: [2], code: null },
    })
  })

  it('may be on several lines, with a title, a comment and spaces', () => {
    const gift = `// Subheading: letters

::Kanji Origins::Japanese characters originally
came from what country? {
    ~India
    // not this one
    =China
    ~Korea
    ~Egypt}
`
    expect(readOnlyEntry(gift)).toMatchObject({
      line: 3,
      question: { text: 'Japanese characters originally\ncame from what country?', correct: [1] },
    })
    expect(listOptions(gift)).toEqual(['India', 'China', 'Korea', 'Egypt'])
  })

  it('may have its options in the middle of a sentence', () => {
    expect(
      readOnlyEntry('Grant is {~buried =entombed ~living ~lost} in his tomb.').question?.text,
    ).toBe('Grant is _____ in his tomb.')
  })

  it('has its escaped signs unescaped', () => {
    const gift = 'What is \\{a\\: 1\\}?\\nSay. {= \\= 2 + 3 ~ \\~x\\# ~ C:\\\\dir ~ \\} }'
    expect(readOnlyEntry(gift).question?.text).toBe('What is {a: 1}?\nSay.')
    expect(listOptions(gift)).toEqual(['= 2 + 3', '~x#', 'C:\\dir', '}'])
  })

  it('keeps tags as text unless it is declared as HTML', () => {
    expect(readOnlyEntry('What does <p> mean?{=a ~b ~c ~d}').question?.text).toBe(
      'What does <p> mean?',
    )
  })

  it('reports the losses of a question', () => {
    const gift = `Jesus Christ was from {
    ~Jerusalem#This was an important city, but the wrong answer.
    ~%25%Bethlehem#He was born here, but not raised here.
    ~%50%Galilee#You need to be more specific.
    =Nazareth#Yes! That's right!
    ####Read it again.
}.`
    expect(readOnlyEntry(gift).losses).toEqual(['feedback', 'part marks'])
    expect(listOptions(gift)).toEqual(['Jerusalem', 'Bethlehem', 'Galilee', 'Nazareth'])
  })

  it.each([
    { gift: 'Q{=a ~}', errors: ['Enter option B'] },
    { gift: 'Q{~a ~b ~c ~d}', errors: ['Mark the correct answer'] },
    { gift: 'Q{=a =b ~c ~d}', errors: ['More than one option is marked correct: mark one'] },
    { gift: 'Q{=a ~a ~c ~d}', errors: ['Option B is the same as option A'] },
    { gift: '{=a ~b ~c ~d}', errors: ['Enter the question'] },
  ])('needs a correction if it is $gift', ({ gift, errors }) => {
    expect(readOnlyEntry(gift)).toMatchObject({ question: {}, errors })
  })
})

it.each([
  { gift: "Grant is buried in Grant's tomb.{FALSE#No one is.}", kind: 'true or false' },
  { gift: 'The sun rises in the east.{T}', kind: 'true or false' },
  { gift: 'Two plus two equals {=four =4}.', kind: 'a question for a short answer' },
  {
    gift: 'Match.{ =Canada -> Ottawa =Italy -> Rome =Japan -> Tokyo }',
    kind: 'a matching question',
  },
  { gift: 'When was he born? {#1822:5}', kind: 'a question for a number' },
  { gift: 'When? {#\n =1822:0\n =%50%1822:2}', kind: 'a question for a number' },
  { gift: 'Write a short biography. {}', kind: 'an essay' },
  { gift: 'Read the following.', kind: 'a description without answers' },
])('reports that $gift is $kind', ({ gift, kind }) => {
  const entry = readOnlyEntry(gift)
  expect(entry.question).toBeNull()
  expect(entry.errors[0]).toContain(`Left out. This is ${kind}:`)
})

describe('multiple choice', () => {
  it('is a question without =, whose correct answers have a share each', () => {
    const gift = 'Who? {~%-50%No one ~%50%Grant ~%50%His wife ~%-50%His father}'
    expect(readOnlyEntry(gift)).toMatchObject({
      question: { kind: 'multiple-choice', correct: [1, 2] },
      errors: [],
      losses: ['part marks'],
    })
  })

  it('has no losses if a wrong choice costs the whole mark', () => {
    const gift = 'Q{~%33.33333%a ~%33.33333%b ~%33.33333%c ~%-100%d ~%-100%e}'
    expect(readOnlyEntry(gift)).toMatchObject({ question: { correct: [0, 1, 2] }, losses: [] })
  })

  it('may have one correct answer: without =, several may be chosen', () => {
    expect(readOnlyEntry('Q{~%100%a ~%-100%b}').question).toMatchObject({
      kind: 'multiple-choice',
      correct: [0],
    })
  })
})

it('leaves out questions with more than eight options, and unclosed ones', () => {
  expect(readOnlyEntry('Q{=a ~b ~c ~d ~e ~f ~g ~h ~i}').errors).toEqual([
    'Left out. It has 9 options, and a question here has at most 8.',
  ])
  expect(readOnlyEntry('Q{=a ~b').errors).toEqual(['Left out. Its answers are not closed with }.'])
})

it('reports the lines of questions and categories', () => {
  const gift = '\ufeff$CATEGORY: tom/dick\r\n\r\nQ1{=a ~b ~c ~d}\r\n\r\n\r\nQ2{=a ~b ~c ~d}\r\n'
  const { entries, errors } = readGift(gift, parseNoHtml)
  expect(entries.map(({ line }) => line)).toEqual([3, 6])
  expect(errors).toEqual([{ line: 1, message: 'Categories are not kept: a test here has none.' }])
})

describe('a line', () => {
  it.each([
    { title: 'a comment', line: '  // Is it?', texts: ['Q1', 'Q2'] },
    { title: 'of spaces', line: ' \t ', texts: ['Q1', 'Q2'] },
  ])('that is $title stands between questions', ({ line, texts }) => {
    const { entries } = readGift(`Q1{=a ~b}\n${line}\n\nQ2{=a ~b}`, parseNoHtml)
    expect(entries.map(({ question }) => question?.text)).toEqual(texts)
  })

  it('of spaces alone ends a question', () => {
    const { entries } = readGift('Q1{=a ~b}\n \t \nQ2{=a ~b}', parseNoHtml)
    expect(entries.map(({ line, excerpt }) => [line, excerpt])).toEqual([
      [1, 'Q1'],
      [3, 'Q2'],
    ])
  })

  it('may have two slashes behind its words', () => {
    expect(readOnlyEntry('What is http://a, or a // b?{=a ~b}').question?.text).toBe(
      'What is http://a, or a // b?',
    )
  })

  it.each(['$CATEGORY: a', '   $CATEGORY: a', 'Q0{=a ~b}\n$CATEGORY: a'])(
    'of a category belongs to no question: %j',
    (category) => {
      const { entries, errors } = readGift(`${category}\nQ{=a ~b}`, parseNoHtml)
      expect(entries.at(-1)?.question?.text).toBe('Q')
      expect(errors).toHaveLength(1)
    },
  )

  it.each(['  ::Title::Q{=a ~b}', '::A \\:: b::Q{=a ~b}', '::Title:: Q {=a ~b}'])(
    'may begin with a title: %s',
    (gift) => {
      expect(readOnlyEntry(gift).question?.text).toBe('Q')
    },
  )
})

it.each([
  { gift: '[plain]Is <b>a</b>? {=a ~b}', text: 'Is <b>a</b>?' },
  { gift: ' [moodle] Is <b>a</b>? {=a ~b}', text: 'Is <b>a</b>?' },
  { gift: '::T:: [markdown]Is &lt; so? {=a ~b}', text: 'Is &lt; so?' },
  { gift: '[other]Why? {=a ~b}', text: '[other]Why?' },
  { gift: 'Is a[plain]?{=a ~b}', text: 'Is a[plain]?' },
])('a text that names its format stands as it is: $gift', ({ gift, text }) => {
  expect(readOnlyEntry(gift)).toMatchObject({ errors: [], question: { text } })
})

describe('an answer', () => {
  const readOptions = (gift: string) => {
    const { question, losses } = readOnlyEntry(gift)
    return { options: question?.options.map(({ text }) => text), losses }
  }

  it.each([
    { gift: 'Q{words =a ~b}', options: ['a', 'b'], losses: [] },
    { gift: 'Q{=a ~b ####Read it.}', options: ['a', 'b'], losses: ['feedback'] },
    { gift: 'Q{=a#Yes. ~b}', options: ['a', 'b'], losses: ['feedback'] },
    { gift: 'Q{=a ~b#}', options: ['a', 'b'], losses: ['feedback'] },
    { gift: 'Q{=#Yes. ~b}', options: ['', 'b'], losses: ['feedback'] },
    { gift: 'Q{=a ~b\\####}', options: ['a', 'b#'], losses: ['feedback'] },
    { gift: 'Q{=a ~costs %50% less}', options: ['a', 'costs %50% less'], losses: [] },
    { gift: 'Q{=a ~ %50% b}', options: ['a', 'b'], losses: ['part marks'] },
    { gift: 'Q{=a ~[plain]%50% of it}', options: ['a', '%50% of it'], losses: [] },
    { gift: 'Q{=a ~%100%b}', options: ['a', 'b'], losses: [] },
  ])('has words, and signs that are none: $gift', ({ gift, ...expected }) => {
    expect(readOptions(gift)).toEqual(expected)
  })

  it('is missing where there is nothing but feedback', () => {
    expect(readOnlyEntry('Q{####Read it.}')).toEqual({
      line: 1,
      question: null,
      excerpt: 'Q',
      errors: ['Left out. This is an essay: a question here is a choice among options.'],
      losses: [],
    })
  })
})
