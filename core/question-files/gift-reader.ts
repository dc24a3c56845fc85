import { cutBefore, giftUnescaped, indexOfUnescaped } from './gift-escapes.ts'
import { contentOfHtml } from './html-text.ts'
import {
  type Entry,
  entryOf,
  type FileFault,
  inUnixLines,
  leftOut,
  notOurKind,
  type PortableOption,
  type ReadQuestions,
} from './portable-question.ts'

/** As Moodle documents it: questions stand apart by empty lines, answers stand in braces. */
export function readGift(file: string): ReadQuestions {
  const faults: FileFault[] = []
  const blocks: { line: number; lines: string[] }[] = []
  let block: { line: number; lines: string[] } | null = null
  for (const [index, line] of inUnixLines(file).split('\n').entries()) {
    if (/^\s*\/\//.test(line)) continue
    if (/^\s*\$CATEGORY:/.test(line)) {
      faults.push({ line: index + 1, says: 'Categories are not kept: a test here has none.' })
      block = null
    } else if (line.trim() === '') {
      block = null
    } else if (block) {
      block.lines.push(line)
    } else {
      block = { line: index + 1, lines: [line] }
      blocks.push(block)
    }
  }
  const entries = blocks.map(({ line, lines }) => readBlock(line, lines.join('\n')))
  return { entries, faults }
}

const formats = /^\[(html|moodle|plain|markdown)\]/

function readBlock(line: number, block: string): Entry {
  const body = block
    .trim()
    .replace(/^::(?:\\.|[^\\])*?::/, '')
    .trim()
  const opens = indexOfUnescaped(body, '{')
  const closes = opens < 0 ? -1 : indexOfUnescaped(body, '}', opens)
  const before = opens < 0 ? body : body.slice(0, opens)
  const words = textOf(before, 'moodle').text
  if (opens < 0) return notOurKind(line, words, 'a description without answers')
  if (closes < 0) return leftOut(line, words, 'Its answers are not closed with }.')

  const answers = body.slice(opens + 1, closes).trim()
  const after = body.slice(closes + 1).trim()
  const { choices, hasGeneral } = withoutGeneralFeedback(answers)
  const kind = kindOf(choices)
  if (kind) return notOurKind(line, words, kind)

  const format = formats.exec(before.trim())?.[1] ?? 'moodle'
  const asked = textOf(after ? `${before.trimEnd()} _____ ${after}` : before, format)
  const read = cutBefore(choices, '~=')
    .filter((part) => /^[~=]/.test(part))
    .map((part) => readAnswer(part, format))
  const right = read.flatMap(({ share }, index) => (share === 100 ? [index] : []))
  return entryOf({
    line,
    question: {
      text: asked.text,
      code: asked.code,
      picture: null,
      options: read.map(({ option }) => option),
      correct: right.length === 1 ? (right[0] ?? null) : null,
    },
    faults: right.length > 1 ? ['More than one option is marked correct: mark one'] : [],
    dropped: [
      ...(hasGeneral || read.some(({ hasFeedback }) => hasFeedback) ? ['feedback'] : []),
      ...(read.some(({ share }) => share !== 0 && share !== 100) ? ['part marks'] : []),
      ...(asked.hasPictures || read.some((answer) => answer.hasPictures) ? ['pictures'] : []),
    ],
  })
}

function withoutGeneralFeedback(answers: string) {
  const at = answers.search(/(?<!\\)####/)
  return at < 0
    ? { choices: answers, hasGeneral: false }
    : { choices: answers.slice(0, at).trim(), hasGeneral: true }
}

/** What it is, unless it is one choice of several. */
function kindOf(answers: string): string | null {
  if (answers === '') return 'an essay'
  if (answers.startsWith('#')) return 'a question for a number'
  if (/^(T|F|TRUE|FALSE)\s*(#|$)/i.test(answers)) return 'true or false'
  if (indexOfUnescaped(answers, '~') >= 0) {
    return indexOfUnescaped(answers, '=') < 0 && hasShares(answers)
      ? 'a question with several right answers'
      : null
  }
  if (indexOfUnescaped(answers, '=') < 0) return 'not a choice among answers'
  return answers.includes('->') ? 'a matching question' : 'a question for a short answer'
}

/** Several with a share each; one that gets 100 is simply right. */
function hasShares(answers: string): boolean {
  const shares = cutBefore(answers, '~').map((part) => readAnswer(part, 'moodle').share)
  return shares.filter((share) => share > 0).length > 0 && !shares.includes(100)
}

function readAnswer(part: string, format: string) {
  const isRight = part.startsWith('=')
  const weighed = /^\s*%(-?\d{1,3}(?:\.\d*)?)%/.exec(part.slice(1))
  const body = part.slice(1 + (weighed?.[0].length ?? 0))
  const feedbackAt = indexOfUnescaped(body, '#')
  const { text, code, hasPictures } = textOf(
    feedbackAt < 0 ? body : body.slice(0, feedbackAt),
    format,
  )
  const option: PortableOption = { text: text || (code ?? ''), picture: null }
  const share = weighed ? Number(weighed[1]) : isRight ? 100 : 0
  return { option, share, hasPictures, hasFeedback: feedbackAt >= 0 }
}

/** Without a word on its format a text is taken as it stands: authors write about `<p>`, too. */
function textOf(raw: string, inherited: string) {
  const said = formats.exec(raw.trim())
  const format = said?.[1] ?? inherited
  const text = giftUnescaped(raw.trim().slice(said?.[0].length ?? 0)).trim()
  if (format !== 'html') return { text, code: null, hasPictures: false }
  const { pictures, ...content } = contentOfHtml(text)
  return { ...content, hasPictures: pictures.length > 0 }
}
