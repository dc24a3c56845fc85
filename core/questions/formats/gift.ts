import { escapeGift, indexOfUnescaped, splitBefore, unescapeGift } from './gift-escapes.ts'
import { joinCode, type ParseHtml, toCodeHtml, toHtml } from './html-content.ts'
import {
  createEntry,
  createSkippedEntry,
  createUnsupportedEntry,
  type ImportEntry,
  type ImportResult,
} from './import-entry.ts'
import { formatsOf, type PortableQuestion, recognizeKind } from './kind-formats.ts'
import { type FileError, toUnixLines } from './portable-question.ts'

/** As Moodle documents it: questions stand apart by empty lines, answers stand in braces. */
export function readGift(file: string, parseHtml: ParseHtml): ImportResult {
  const errors: FileError[] = []
  const blocks: { line: number; lines: string[] }[] = []
  let block: { line: number; lines: string[] } | null = null
  for (const [index, line] of toUnixLines(file).split('\n').entries()) {
    if (/^\s*\/\//.test(line)) continue
    if (/^\s*\$CATEGORY:/.test(line)) {
      errors.push({ line: index + 1, message: 'Categories are not kept: a test here has none.' })
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
  const entries = blocks.map(({ line, lines }) => parseBlock(line, lines.join('\n'), parseHtml))
  return { entries, errors }
}

function parseBlock(line: number, block: string, parseHtml: ParseHtml): ImportEntry {
  const body = block.replace(/^\s*::(?:\\.|[^\\])*?::/, '')
  const openIndex = indexOfUnescaped(body, '{')
  const before = openIndex < 0 ? body : body.slice(0, openIndex)
  const words = parseText(before, false, parseHtml).text
  if (openIndex < 0) return createUnsupportedEntry(line, words, 'a description without answers')
  const closeIndex = indexOfUnescaped(body, '}', openIndex)
  if (closeIndex < 0) return createSkippedEntry(line, words, 'Its answers are not closed with }.')

  const after = body.slice(closeIndex + 1).trim()
  const { choices, hasGeneralFeedback } = splitGeneralFeedback(
    body.slice(openIndex + 1, closeIndex),
  )
  const format = findFormat(before)
  const isHtml = format ? format === 'html' : isPage(body, choices, parseHtml)
  const parsedText = parseText(
    after ? `${before.trimEnd()} _____ ${after}` : before,
    isHtml,
    parseHtml,
  )
  const parsedAnswers = splitAnswers(choices).map((part) => parseAnswer(part, isHtml, parseHtml))
  const parts = [parsedText, ...parsedAnswers]
  const found = recognizeKind(({ gift }) => gift.read({ source: choices, answers: parsedAnswers }))
  if (!found) return createUnsupportedEntry(line, words, nameUnknownKind(choices))
  const { errors, losses = [], ...answersFound } = found
  return createEntry({
    line,
    question: {
      ...answersFound,
      text: parsedText.text,
      code: parsedText.code,
      picture: null,
    },
    ...(errors && { errors }),
    losses: [
      ...(hasGeneralFeedback || parsedAnswers.some(({ hasFeedback }) => hasFeedback)
        ? ['feedback']
        : []),
      ...losses,
      ...(parts.some(({ hasPictures }) => hasPictures) ? ['pictures'] : []),
      ...parts.flatMap((part) => part.losses),
    ],
  })
}

const pagePart =
  /<(b|i|u|em|strong|p|span|div|font|sub|sup|code|pre|s|strike|del|li|td)(?:\s[^<>]*)?>[^<>]*<\/\1>|&(?:amp|lt|gt|nbsp|quot|#\d+);/
const speaksOfTags = /\b(?:html|tags?|elements?|attributes?|markup)\b/i

/**
 * Whether a question without a word on its format is a page all the same, as Moodle takes it. One
 * about tags is none: read as a page it would lose its words, or options would be alike.
 */
function isPage(body: string, choices: string, parseHtml: ParseHtml): boolean {
  const inBackticks = body.match(/`[^`\n]+`/g) ?? []
  const words = body.replace(/<[^<>]*>/g, ' ')
  if (!pagePart.test(body) || speaksOfTags.test(words)) return false
  if (inBackticks.some((part) => /[<&]/.test(part))) return false
  const texts = splitAnswers(choices).map((part) => parseAnswer(part, true, parseHtml).text.trim())
  return texts.every((text, at) => text !== '' && texts.indexOf(text) === at)
}

function splitGeneralFeedback(answers: string) {
  const [choices = '', ...feedback] = answers.split(/(?<!\\)####/)
  return { choices: choices.trim(), hasGeneralFeedback: feedback.length > 0 }
}

/** Each with its sign; words before the first are none. */
function splitAnswers(choices: string): string[] {
  return splitBefore(choices, '~=').slice(1)
}

/** Names the Moodle kind of a question that no kind here can read. */
function nameUnknownKind(answers: string): string {
  if (answers === '') return 'an essay'
  if (answers.startsWith('#')) return 'a question for a number'
  if (/^(T|F|TRUE|FALSE)\s*(#|$)/i.test(answers)) return 'true or false'
  if (indexOfUnescaped(answers, '=') < 0) return 'not a choice among answers'
  return answers.includes('->') ? 'a matching question' : 'a question for a short answer'
}

function parseShare(part: string) {
  const isRight = part.startsWith('=')
  const weight = /^\s*%(-?\d{1,3}(?:\.\d*)?)%/.exec(part.slice(1))
  const share = weight ? Number(weight[1]) : isRight ? 100 : 0
  return { share, body: part.slice(1 + (weight?.[0].length ?? 0)) }
}

function parseAnswer(part: string, isHtml: boolean, parseHtml: ParseHtml) {
  const { share, body } = parseShare(part)
  const feedbackAt = indexOfUnescaped(body, '#')
  const { text, code, hasPictures, losses } = parseText(
    feedbackAt < 0 ? body : body.slice(0, feedbackAt),
    isHtml,
    parseHtml,
  )
  const hasFeedback = feedbackAt >= 0
  return { text: joinCode(text, code), picture: null, share, hasPictures, hasFeedback, losses }
}

const formatTag = /^\s*\[(html|moodle|plain|markdown)\]/

/** The format that a text names in front of its words. */
function findFormat(raw: string): string | undefined {
  return formatTag.exec(raw)?.[1]
}

/** Without a word on its format a text is taken as it stands: authors write about `<p>`, too. */
function parseText(raw: string, isHtml: boolean, parseHtml: ParseHtml) {
  const format = findFormat(raw)
  const text = unescapeGift(raw.replace(formatTag, '')).trim()
  const isPlain = format ? format !== 'html' : !isHtml
  if (isPlain) return { text, code: null, hasPictures: false, losses: [] }
  const { pictures, losses = [], ...content } = parseHtml(text)
  return { ...content, losses, hasPictures: pictures.length > 0 }
}

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
