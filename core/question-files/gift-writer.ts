import { giftEscaped } from './gift-escapes.ts'
import { htmlOf, htmlOfCode } from './html-text.ts'
import { inOneLine, inUnixLines, type PortableQuestion } from './portable-question.ts'

/** Pictures stay behind: GIFT has no place for them. */
export function writeGift(questions: readonly PortableQuestion[]): string {
  return questions.map(blockOf).join('\n')
}

function blockOf(question: PortableQuestion, index: number): string {
  const options = question.options.map((option, at) => {
    const sign = at === question.correct ? '=' : '~'
    // The format comes first, so that "%50% of it" is not taken for a weight.
    return `\t${sign}[plain]${giftEscaped(inOneLine(option.text))}\n`
  })
  return `::Question ${index + 1}::${askedOf(question)} {\n${options.join('')}}\n`
}

/** Code needs a page to stand in; words alone are plain, so that nothing in them means more. */
function askedOf({ text, code }: PortableQuestion): string {
  const words = inUnixLines(text)
  if (code === null) return `[plain]${giftEscaped(words)}`
  return `[html]${giftEscaped(`<p>${htmlOf(words)}</p>${htmlOfCode(inUnixLines(code))}`)}`
}
