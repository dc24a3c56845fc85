import { escapeGift } from './gift-escapes.ts'
import { toCodeHtml, toHtml } from './html-content.ts'
import { type PortableQuestion, toSingleLine, toUnixLines } from './portable-question.ts'

/** Pictures stay behind: GIFT has no place for them. */
export function writeGift(questions: readonly PortableQuestion[]): string {
  return questions.map(formatQuestion).join('\n')
}

function formatQuestion(question: PortableQuestion, index: number): string {
  const options = question.options.map((option, at) => {
    const sign = question.correct.includes(at) ? '=' : '~'
    // The format comes first, so that "%50% of it" is not taken for a weight.
    return `\t${sign}[plain]${escapeGift(toSingleLine(option.text))}\n`
  })
  return `::Question ${index + 1}::${formatQuestionText(question)} {\n${options.join('')}}\n`
}

/** Code needs a page to stand in; words alone are plain, so that nothing in them means more. */
function formatQuestionText({ text, code }: PortableQuestion): string {
  const words = toUnixLines(text)
  if (code === null) return `[plain]${escapeGift(words)}`
  return `[html]${escapeGift(`<p>${toHtml(words)}</p>${toCodeHtml(toUnixLines(code))}`)}`
}
