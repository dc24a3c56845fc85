import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { maxFormulaLength } from '#core/questions/author-text.ts'
import { drawFormula } from './draw-formula.ts'

const draw = (source: string) => {
  const drawn = drawFormula(source)
  return drawn === null ? null : renderToStaticMarkup(drawn)
}

describe('a formula', () => {
  it('becomes MathML, which a screen reader reads', () => {
    expect(draw('\\frac{a}{b} + \\sqrt{x}')).toBe(
      '<math aria-label="a over b plus square root of x"><mrow>' +
        '<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>+</mo><msqrt><mrow><mi>x</mi>' +
        '<mspace width="0pt" height="0.5em"></mspace></mrow></msqrt></mrow></math>',
    )
  })

  it.each([
    '\\sum_{i=1}^{n} i^2',
    '\\int_0^1 x\\,dx',
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\begin{cases}1&x>0\\\\0&x\\le 0\\end{cases}',
    '\\begin{array}{c|c}A&B\\\\\\hline 0&1\\end{array}',
    '\\overline{A \\cdot B} = \\overline{A} + \\overline{B}',
    '\\cancel{x}',
    '\\lim_{n\\to\\infty}\\left(1+\\tfrac1n\\right)^n',
    '\\mathbb{R}, \\vec{v}, \\hat{x}, \\binom{n}{k}, 90^\\circ, \\log_2 8',
    '\\text{where } x \\in \\{1, \\dots, 9\\}',
    'O(n \\log n)',
  ])('%s is drawn', (source) => {
    expect(draw(source)).toMatch(/^<math aria-label="[^"\\]+">.*<\/math>$/)
  })

  it('is labelled with its source where its words are unknown', () => {
    expect(draw('\\overset{a}{b}')).toMatch(/^<math aria-label="\\overset{a}{b}">/)
  })

  it.each(['\\frac{a', '\\unknown{x}', '}', '^^', '\\begin{matrix}', '\\d+', '\\left('])(
    'that is faulty is not drawn: %s',
    (source) => {
      expect(draw(source)).toBeNull()
    },
  )
})

describe('a hostile formula', () => {
  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://example.com}',
    '\\htmlClass{secret}{x}',
    '\\class{secret}{x}',
    '\\id{root}{x}',
    '\\style{position:fixed}{x}',
    '\\data{key=1}{x}',
    '\\includegraphics{https://example.com/a.png}',
    '\\ref{root}',
    '\\def\\a{\\a\\a}\\a',
    '\\def\\a#1{\\a{#1#1}}\\a{xx}',
    '\\gdef\\frac{x}',
    '\\let\\frac=\\sqrt',
    '\\newcommand{\\a}{\\a}\\a',
    `${'\\sqrt{'.repeat(150)}x${'}'.repeat(150)}`,
    '\\frac{'.repeat(160),
  ])('stays undrawn: %s', (source) => {
    expect(draw(source)).toBeNull()
  })

  it('sets no colours, names or sizes', () => {
    const markup = draw(
      '\\color{white}x \\textcolor{#fff}{y} \\colorbox{red}{z} \\label{root} \\rule{9999em}{9999em} \\kern{9999em}',
    )
    const [label] = markup?.match(/ aria-label="[^"]*"/) ?? []
    expect(label).toMatch(/color{white}x/)
    expect(markup?.replace(label ?? '', '')).not.toMatch(/color|#|red|root|9999|class|id=|href/)
  })

  it('is text where it looks like HTML', () => {
    expect(draw('\\text{<img src=x onerror=alert(1)>}')).toMatch(
      /^<math aria-label="&lt;img[^<]+"><mtext>&lt;img[^<]+<.mtext>/,
    )
    expect(draw('<script>')).not.toContain('<script')
  })

  it('of a thousand letters takes little time', () => {
    for (const part of [
      "x'",
      '{',
      'x^{',
      '{}',
      '\\frac12',
      '\\sqrt',
      'a&',
      '\\ce{H2O}',
      '\\not',
      '_',
    ]) {
      const startedAt = performance.now()
      draw(part.repeat(Math.floor(maxFormulaLength / part.length)))
      expect(performance.now() - startedAt, part).toBeLessThan(5_000)
    }
  })
})
