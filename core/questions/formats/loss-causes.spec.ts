import { describe, expect, it } from 'vitest'
import { findLossErrors, lossCauses } from './loss-causes.ts'

const question = (text: string, ...options: string[]) => ({
  text,
  options: options.map((option) => ({ text: option })),
})
const plain = question('Which is right?', 'one', 'two')

describe('content that is lost', () => {
  it.each([
    ['pictures', ['A picture is not kept: add it if the question needs it']],
    ['furtherPictures', ['A picture is not kept: add it if the question needs it']],
    ['media', ['Sound or a film is not kept: look the question over']],
    ['formulas', ['A formula has lost its form: look it over']],
    ['strike', ['Words that had a line through them have none now: look them over']],
    ['dates', ['A cell holds a date, not a text: look over what became of it']],
    ['emphasis', []],
    ['links', []],
    ['codePlace', []],
    ['optionLines', []],
    ['descriptions', []],
    ['notes', []],
    ['numberForms', []],
  ] as const)('(%s) has to be looked over where the question may change: %j', (cause, errors) => {
    expect(findLossErrors(plain, [lossCauses[cause]])).toEqual(errors)
  })

  it('is reported once for all causes that say the same', () => {
    const losses = [lossCauses.pictures, lossCauses.furtherPictures, 'tags']
    expect(findLossErrors(plain, losses)).toHaveLength(1)
    expect(findLossErrors(plain, [])).toEqual([])
  })
})

describe('marks that are lost', () => {
  const message = 'The question speaks of marked words, and no mark is kept: look it over'

  it.each([
    ...['Which underlined word is a verb?', 'What is in bold?', 'The bold-faced word', 'Boldfaced'],
    ...[
      'Which word is bolded?',
      'the italic word',
      'the words in italics',
      'Italicised',
      'italicized',
    ],
    ...['highlighted words', 'the shaded part', 'the coloured one', 'the colored one'],
    ...['Name the marked word', 'emphasised', 'emphasized', 'the word in red', 'IN BLUE'],
    ...['written in green', 'in yellow'],
  ])('matter to a question that speaks of them: %s', (text) => {
    expect(findLossErrors(question(text, 'a'), [lossCauses.emphasis])).toEqual([message])
    expect(findLossErrors(question(text, 'a'), [])).toEqual([])
  })

  it.each(['Who was emboldened?', 'What is in redis?', 'begin green', 'the remarked price'])(
    'do not matter to others: %s',
    (text) => {
      expect(findLossErrors(question(text, 'a'), [lossCauses.emphasis])).toEqual([])
    },
  )
})

describe('code in an option', () => {
  const message = 'Lines of code in an option are one line now: look it over'

  it.each([
    { option: '`a = 1\nb = 2`', errors: [message] },
    { option: '`a = 1`\n`b = 2`', errors: [message] },
    { option: 'Prints `a\nb` once', errors: [message] },
    { option: '`a` and `b`', errors: [] },
    { option: '`a` stands\nabove `b`', errors: [] },
    { option: 'one\ntwo', errors: [] },
    { option: '`a`\n', errors: [] },
    { option: '\n`a`', errors: [] },
    { option: 'it`s\nopen', errors: [] },
  ])('loses its lines: $option', ({ option, errors }) => {
    expect(findLossErrors(question('Which?', 'x', option), [])).toEqual(errors)
  })
})
