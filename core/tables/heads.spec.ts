import { describe, expect, it } from 'vitest'
import { isUnknown, toColumnLetters } from './columns.ts'
import { countFilled, fingerprintHeads, fingerprintText, normalizeHead } from './heads.ts'

it.each([
  { head: ' Question ', word: 'question' },
  { head: 'questionText', word: 'question text' },
  { head: 'Correct Answer(s)', word: 'correct answers' },
  { head: 'Time limit (sec) – 5, 10 or\n20 secs', word: 'time limit' },
  { head: 'Answer 1 - max 75', word: 'answer 1' },
  { head: 'Answer 1 — max 75', word: 'answer 1' },
  { head: 'E-mail', word: 'e mail' },
  { head: '(a)', word: 'a' },
  { head: ' [B]. ', word: 'b' },
  { head: 'Option (c)', word: 'option c' },
  { head: 'Option {d}', word: 'option d' },
  { head: 'Option [e] x', word: 'option e x' },
  { head: 'Answer 3\n(Optional)', word: 'answer 3' },
  { head: 'A [an {inner] one) x', word: 'a one) x' },
  { head: 'Date {dd-mm} here', word: 'date here' },
  { head: 'D.O.B.', word: 'd o b' },
  { head: 'roll__no: *?', word: 'roll no' },
  { head: '* ? _', word: '' },
  { head: '', word: '' },
  { head: `${'x'.repeat(119)} y z`, word: 'x'.repeat(119) },
])('the head "$head" is "$word"', ({ head, word }) => {
  expect(normalizeHead(head)).toBe(word)
})

it('counts cells that hold more than spaces', () => {
  expect(countFilled(['', ' ', '\n', 'a', ' b '])).toBe(2)
})

describe('columns', () => {
  it('have the letters of a spreadsheet', () => {
    const positions = [0, 25, 26, 51, 52, 701, 702]
    expect(toColumnLetters(positions.map((position) => ({ position })))).toEqual([
      ...['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'],
    ])
  })

  it.each([
    { role: null, origin: null, isOpen: true },
    { role: 'left-out', origin: 'guess', isOpen: true },
    { role: 'left-out', origin: 'head', isOpen: false },
    { role: 'left-out', origin: 'author', isOpen: false },
  ] as const)('named $role by $origin are unknown: $isOpen', ({ role, origin, isOpen }) => {
    expect(isUnknown({ position: 0, head: '', samples: [], role, origin })).toBe(isOpen)
  })
})

describe('a fingerprint', () => {
  it('of a text is what devices have kept', () => {
    expect(fingerprintText('name\nemail')).toBe('a45afbbc8d00769dce084036')
    expect(fingerprintText('w28')).toBe('5b15ff9c42f4385b05f1361a')
  })

  it('of heads goes by their words, in their order', () => {
    expect(fingerprintHeads(['Name', 'E-mail'])).toBe(fingerprintText('name\ne mail'))
    expect(fingerprintHeads([' NAME ', 'e_mail'])).toBe(fingerprintHeads(['Name', 'E-mail']))
    expect(fingerprintHeads(['E-mail', 'Name'])).not.toBe(fingerprintHeads(['Name', 'E-mail']))
    expect(fingerprintHeads(['', 'Name'])).toBe(fingerprintText('\nname'))
    expect(fingerprintHeads(['', ' ', '*'])).toBeNull()
  })
})
