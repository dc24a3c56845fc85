import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasFormula, isLongQuestion, maxFormulaLength, splitAuthorText } from './author-text.ts'

const words = (text: string) => ({ kind: 'words', text })
const code = (text: string) => ({ kind: 'code', text })
const formula = (text: string) => ({ kind: 'formula', text })

it.each([
  ['What is 1 + 1?', [words('What is 1 + 1?')]],
  ['`a` and `b`', [code('a'), words(' and '), code('b')]],
  ['Solve \\(x^2 = 4\\).', [words('Solve '), formula('x^2 = 4'), words('.')]],
  ['\\(a\\)\\(b\\)', [formula('a'), formula('b')]],
  [
    'The pattern `\\(\\d\\)` matches',
    [words('The pattern '), code('\\(\\d\\)'), words(' matches')],
  ],
  ['\\(\\text{`a`}\\)', [formula('\\text{`a`}')]],
  ['\\(\n\\frac12\n\\)', [formula('\n\\frac12\n')]],
  ['an open \\( and ``', [words('an open \\( and ``')]],
  ['\\(\\)', [words('\\(\\)')]],
  ['', []],
] as const)('splits %j', (text, parts) => {
  expect(splitAuthorText(text)).toEqual(parts)
})

const marks = fc.constantFrom('`', '\\(', '\\)', '\n', 'x', 'é', ' ')
const authorText = fc.array(marks, { maxLength: 40 }).map((parts) => parts.join(''))

it('loses nothing: the parts with their delimiters make up the text', () => {
  const restore = { words: ['', ''], code: ['`', '`'], formula: ['\\(', '\\)'] } as const
  fc.assert(
    fc.property(authorText, (text) => {
      const parts = splitAuthorText(text).map((part) => restore[part.kind].join(part.text))
      expect(parts.join('')).toBe(text)
      expect(hasFormula(text)).toBe(splitAuthorText(text).some(({ kind }) => kind === 'formula'))
    }),
  )
})

it('leaves a formula that is too long as text', () => {
  const fitting = 'x'.repeat(maxFormulaLength)
  expect(splitAuthorText(`\\(${fitting}\\)`)).toEqual([formula(fitting)])
  expect(splitAuthorText(`\\(${fitting}x\\)`)).toEqual([words(`\\(${fitting}x\\)`)])
})

it('splits hostile texts in time', () => {
  const startedAt = performance.now()
  expect(splitAuthorText('\\('.repeat(50_000))).toHaveLength(1)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

it('judges a question as long by its letters or its lines', () => {
  expect(isLongQuestion('Which of these is a fruit?')).toBe(false)
  expect(isLongQuestion('a\nb\nc')).toBe(false)
  expect(isLongQuestion('\n a\nb\nc \n')).toBe(false)
  expect(isLongQuestion('x'.repeat(180))).toBe(false)
  expect(isLongQuestion('x'.repeat(181))).toBe(true)
  expect(isLongQuestion('a\nb\nc\nd')).toBe(true)
  expect(isLongQuestion('word '.repeat(40))).toBe(true)
})
