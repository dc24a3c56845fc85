import { escapeGift } from './gift-escapes.ts'
import { toCodeHtml, toHtml } from './html-content.ts'
import { formatsOf } from './kind-formats.ts'
import { type PortableQuestion, toUnixLines } from './portable-question.ts'

/** Pictures stay behind: GIFT has no place for them. */
export function writeGift(questions: readonly PortableQuestion[]): string {
  return questions.map(formatQuestion).join('\n')
}

function formatQuestion(question: PortableQuestion, index: number): string {
  const answers = formatsOf(question).gift.write(question)
  return `::Question ${index + 1}::${formatQuestionText(question)} {${answers}}\n`
}

/** Code needs a page to stand in; words alone are plain, so that nothing in them means more. */
function formatQuestionText({ text, code }: PortableQuestion): string {
  const words = toUnixLines(text)
  if (code === null) return `[plain]${escapeGift(words)}`
  return `[html]${escapeGift(`<p>${toHtml(words)}</p>${toCodeHtml(toUnixLines(code))}`)}`
}
