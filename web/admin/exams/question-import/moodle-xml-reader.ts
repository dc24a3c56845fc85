import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { joinCode } from '#core/questions/formats/html-content.ts'
import {
  createEntry,
  createUnsupportedEntry,
  type ImportEntry,
  type ImportResult,
} from '#core/questions/formats/import-entry.ts'
import { recognizeKind } from '#core/questions/formats/kind-formats.ts'
import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import { type FileError, toUnixLines } from '#core/questions/formats/portable-question.ts'
import {
  childrenOf,
  findXmlError,
  type Node,
  readContent,
  readOldPicture,
  readText,
  toNode,
  unwrapCdata,
} from './moodle-xml-node.ts'
import { parseHtmlContent } from './page/parse-html-content.ts'

/** Entities are never expanded here: the few that XML has by itself are read afterwards, once. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  captureMetaData: true,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => ['question', 'answer', 'file'].includes(name),
})

export function readMoodleXml(file: string): ImportResult {
  const xml = toUnixLines(file)
    .replace(/^\ufeff/, '')
    .trimStart()
  const skipped = countLines(toUnixLines(file)) - countLines(xml)
  const toFailure = (line: number | null, message: string): ImportResult => ({
    entries: [],
    errors: [{ line, message: message }],
  })
  const xmlError = findXmlError(xml)
  if (xmlError)
    return toFailure(
      xmlError.at === null ? null : countLines(xml.slice(0, xmlError.at)) + skipped,
      xmlError.message,
    )
  const validation = XMLValidator.validate(xml)
  if (validation !== true) {
    return toFailure(validation.err.line + skipped, `The XML is broken here. ${validation.err.msg}`)
  }
  const unwrapped = unwrapCdata(xml)
  const quiz = toNode(parseXml(unwrapped)?.quiz)
  if (!quiz) return toFailure(1, 'This XML is not from Moodle: there is no <quiz> in it.')

  const errors: FileError[] = []
  const entries: ImportEntry[] = []
  let line = 1 + skipped
  let countedTo = 0
  for (const question of childrenOf(quiz, 'question')) {
    const startIndex = getStartIndex(question)
    line += countLines(unwrapped.slice(countedTo, startIndex)) - 1
    countedTo = Math.max(countedTo, startIndex)
    if (question['@type'] === 'category') {
      errors.push({ line, message: 'Categories are not kept: a test here has none.' })
    } else entries.push(readQuestion(question, line))
  }
  return { entries, errors: errors }
}

function parseXml(xml: string): Node | null {
  try {
    return toNode(parser.parse(xml))
  } catch {
    return null
  }
}

function readQuestion(question: Node, line: number): ImportEntry {
  const type = String(question['@type'] ?? '')
  const prompt = readContent(toNode(question.questiontext))
  const excerpt = prompt.text || readText(question.name)
  const answers = childrenOf(question, 'answer').map((answer) => ({
    ...readAnswer(answer),
    readTag: createTagReader(answer),
    share: Number(answer['@fraction'] ?? 0),
    feedback: readText(toNode(answer.feedback)),
  }))
  const found = recognizeKind(({ moodle }) =>
    moodle.read({ type, readTag: createTagReader(question), answers }),
  )
  if (!found)
    return createUnsupportedEntry(line, excerpt, unsupportedKinds[type] ?? `of the kind "${type}"`)
  const { errors, losses = [], ...answersFound } = found
  const feedback = [
    ...answers.map((answer) => answer.feedback),
    ...['generalfeedback', 'correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].map(
      (name) => readText(toNode(question[name])),
    ),
  ]
  const oldPicture = readOldPicture(question)
  const hasLostPicture = readText(question.image).trim() !== '' && !oldPicture
  const grade = readText(question.defaultgrade).trim()
  return createEntry({
    line,
    question: {
      ...answersFound,
      text: prompt.text,
      code: prompt.code,
      picture: prompt.picture ?? oldPicture,
    },
    ...(errors && { errors }),
    losses: [
      ...(feedback.some((sentence) => isCustomFeedback(sentence)) ? ['feedback'] : []),
      ...losses,
      ...(grade && Number(grade) !== 1 ? [`its worth of ${Number(grade)} marks`] : []),
      ...[prompt, ...answers].flatMap(({ losses }) => losses),
      ...(hasLostPicture || (oldPicture && prompt.picture) ? [lossCauses.furtherPictures] : []),
      ...(toNode(question.tags) ? ['tags'] : []),
    ],
  })
}

function readAnswer(node: Node) {
  const { code, text, ...content } = readContent(node)
  return { ...content, text: joinCode(text, code) }
}

function createTagReader(node: Node): (name: string) => string {
  return (name) => readText(node[name]).trim()
}

/** Moodle gives each question these three sentences by itself. */
const defaultFeedback = /^Your answer is (correct|partially correct|incorrect)\.$/

function isCustomFeedback(feedback: string): boolean {
  const excerpt = parseHtmlContent(feedback).text
  return excerpt !== '' && !defaultFeedback.test(excerpt)
}

const unsupportedKinds: Readonly<Record<string, string>> = {
  truefalse: 'true or false',
  shortanswer: 'a question for a short answer',
  matching: 'a matching question',
  match: 'a matching question',
  randomsamatch: 'a matching question',
  essay: 'an essay',
  numerical: 'a question for a number',
  calculated: 'a question for a number',
  calculatedsimple: 'a question for a number',
  multianswer: 'a text with gaps',
  cloze: 'a text with gaps',
  gapselect: 'a text with gaps',
  description: 'a description without answers',
}

function getStartIndex(node: Node): number {
  const place = node[XMLParser.getMetaDataSymbol() as never] as { startIndex?: number } | undefined
  return place?.startIndex ?? 0
}

function countLines(text: string): number {
  return text.split('\n').length
}
