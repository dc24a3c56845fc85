import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxFormulaLength } from '../author-text.ts'
import { speakFormula } from './speak-formula.ts'

it.each([
  ['\\sqrt{2}', 'square root of 2'],
  ['b^2 - 4ac < 0', 'b squared minus 4 a c is less than 0'],
  ['x^2=4', 'x squared equals 4'],
  ['x^12', 'x to the power 1 2'],
  ['x^{12}', 'x to the power 12'],
  ['x^{-1}', 'x to the power minus 1'],
  ['e^{i\\pi}+1', 'e to the power i pi, end power, plus 1'],
  ['\\frac12', '1 over 2'],
  [
    '\\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}',
    'fraction minus b plus or minus square root of b squared minus 4 a c, end root, over 2 a, end fraction',
  ],
  ['\\sqrt[3]{8}', 'cube root of 8'],
  ['\\sqrt[n]{x}', 'root of index n of x'],
  ['\\sum_{i=1}^{n} i^2', 'sum from i equals 1 to n of i squared'],
  ['\\int\\limits_0^1 x\\,dx', 'integral from 0 to 1 of x d x'],
  ['\\lim_{n\\to\\infty} a_n', 'limit as n to infinity of a sub n'],
  ['\\max(a, b)', 'maximum open bracket a, b close bracket'],
  ['\\log_2 8 = 3.0', 'log base 2 8 equals 3.0'],
  ["f'(x)", 'f prime open bracket x close bracket'],
  ['90^\\circ', '90 degrees'],
  ['O(n \\log n)', 'O open bracket n log n close bracket'],
  ['\\Delta \\le \\varepsilon', 'capital delta is less than or equal to epsilon'],
  ['x \\in \\mathbb{R}', 'x is in the real numbers'],
  ['\\text{where }  n = 3', 'where n equals 3'],
  ['\\overline{A} + \\overline{A \\cdot B}', 'A bar plus bar over A times B, end bar'],
  ['\\binom{n}{k}', 'n choose k'],
  ['\\left.x\\right|', 'x vertical bar'],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', 'matrix, row 1: 1, 2; row 2: 3, 4; end matrix'],
  ['a\\ b', 'a b'],
  ['a {}^2', 'a squared'],
  ['\\mathbb Z', 'the integers'],
  ['\\mathbb{X}', 'X'],
  ['\\text{a   b} c', 'a b c'],
  ['1.5.x', '1.5. x'],
  ['a,,b', 'a, b'],
  ['\\lim f', 'limit f'],
  ['\\sum x', 'sum of x'],
  ['\\sum_{} x', 'sum of x'],
  ['\\int_0 x', 'integral from 0 of x'],
  ['\\prod^n x', 'product to n of x'],
  ['x_{10}', 'x sub 10'],
  ['x_{i+1}', 'x sub i plus 1, end sub'],
  ["f''", 'f prime prime'],
  ['\\leftarrow', 'left arrow'],
  ['\\begin{cases}1\\\\ \\\\2\\end{cases}', 'cases, row 1: 1; row 2: 2; end cases'],
  [
    '\\begin{array}{c|c}A&B\\\\\\hline 0&1\\end{array}',
    'table, row 1: A, B; row 2: 0, 1; end table',
  ],
])('reads %s', (source, spoken) => {
  expect(speakFormula(source)).toBe(spoken)
})

it.each([
  '\\unknown{x}',
  '\\overset{a}{b}',
  'x^',
  '\\frac{a',
  '}',
  'a & b',
  '\\begin{matrix}1',
  '\\text{a $b$}',
  '\\,',
  'x@y',
  '\\text[a}',
  '\\text{a',
  '\\text}',
  '{a',
  '\\sqrt[3',
  '\\begin{unknown}1\\end{unknown}',
  '',
])('reads %j as it was written, without omissions', (source) => {
  expect(speakFormula(source)).toBe(source)
})

const pieces = fc.constantFrom(
  ...`\\frac \\sqrt [ ] { } ^ _ & \\\\ ' . , \\left \\right \\sum \\lim \\log \\bar \\text \\mathbb
  \\begin{matrix} \\end{matrix} \\pi \\, \\le 1 23 x é + =`.split(/\s+/),
)
const formula = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(' '))

it('reads no TeX markup, or else the source as it is', () => {
  fc.assert(
    fc.property(formula, (source) => {
      const spoken = speakFormula(source)
      if (spoken !== source) expect(spoken).toMatch(/^[^\\{}^_&]*[^\s,]$/)
    }),
  )
})

it.each(['x ^ x ^ { }', 'x^y^z', 'x_1_2'])('does not interpret %s, which TeX refuses', (source) => {
  expect(speakFormula(source)).toBe(source)
})

it('reads every letter and number of a formula', () => {
  const signs = fc.constantFrom('x', 'y', '7', '42', '+', '=', '\\pi', '{', '}', '^', '_')
  const list = (text: string) => (text.match(/\d|\b[xy]\b|pi\b/g) ?? []).sort()
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
      const source = parts.join(' ')
      const spoken = speakFormula(source)
        .replace(/squared/g, '2')
        .replace(/cubed/g, '3')
      expect(list(spoken)).toEqual(list(source))
    }),
  )
})

it('reads any thousand letters quickly', () => {
  for (const part of [
    '{',
    'x^{',
    "x'",
    '\\sqrt',
    '\\sqrt[',
    '\\frac12',
    'a&',
    '\\text{',
    ' ,',
    ',,',
  ]) {
    const startedAt = performance.now()
    speakFormula(part.repeat(Math.floor(maxFormulaLength / part.length)))
    expect(performance.now() - startedAt, part).toBeLessThan(1_000)
  }
})
