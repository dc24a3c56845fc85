import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { decodeEntities } from '#core/questions/formats/html-content.ts'
import {
  createEntry,
  createUnsupportedEntry,
  type FileError,
  type ImportEntry,
  type ImportResult,
  toUnixLines,
} from '#core/questions/formats/portable-question.ts'
import { childrenOf, contentOf, type Node, nodeOf, wordOf } from './moodle-xml-node.ts'
import { xmlFaultIn } from './xml-fault.ts'

/** Entities are never expanded here: the few that XML has by itself are read afterwards, once. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  cdataPropName: '#cdata',
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
  const skipped = linesIn(toUnixLines(file)) - linesIn(xml)
  const fault = (line: number | null, says: string): ImportResult => ({
    entries: [],
    errors: [{ line, message: says }],
  })
  const odd = xmlFaultIn(xml)
  if (odd) return fault(odd.at === null ? null : linesIn(xml.slice(0, odd.at)) + skipped, odd.says)
  const sound = XMLValidator.validate(xml)
  if (sound !== true) {
    return fault(sound.err.line + skipped, `The XML is broken here. ${sound.err.msg}`)
  }
  const quiz = nodeOf(parsed(xml)?.quiz)
  if (!quiz) return fault(1, 'This XML is not of Moodle: there is no <quiz> in it.')

  const faults: FileError[] = []
  const entries: ImportEntry[] = []
  let line = 1 + skipped
  let countedTo = 0
  for (const question of childrenOf(quiz, 'question')) {
    const begins = beginOf(question)
    line += linesIn(xml.slice(countedTo, begins)) - 1
    countedTo = Math.max(countedTo, begins)
    if (question['@type'] === 'category') {
      faults.push({ line, message: 'Categories are not kept: a test here has none.' })
    } else entries.push(readQuestion(question, line))
  }
  return { entries, errors: faults }
}

function parsed(xml: string): Node | null {
  try {
    return nodeOf(parser.parse(xml))
  } catch {
    return null
  }
}

function readQuestion(question: Node, line: number): ImportEntry {
  const type = String(question['@type'] ?? '')
  const asked = contentOf(nodeOf(question.questiontext))
  const words = asked.text || wordOf(question.name)
  if (type !== 'multichoice')
    return createUnsupportedEntry(line, words, kinds[type] ?? `of the kind "${type}"`)
  if (/^(false|0)$/.test(wordOf(question.single).trim())) {
    return createUnsupportedEntry(line, words, 'a question with several right answers')
  }
  const answers = childrenOf(question, 'answer').map((answer) => ({
    ...contentOf(answer),
    share: Number(answer['@fraction'] ?? 0),
    feedback: wordOf(nodeOf(answer.feedback)),
  }))
  const right = answers.flatMap(({ share }, at) => (share === 100 ? [at] : []))
  const feedback = [
    ...answers.map((answer) => answer.feedback),
    ...['generalfeedback', 'correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].map(
      (name) => wordOf(nodeOf(question[name])),
    ),
  ]
  const grade = wordOf(question.defaultgrade).trim()
  return createEntry({
    line,
    question: {
      text: asked.text,
      code: asked.code,
      picture: asked.picture,
      options: answers.map(({ text, code, picture }) => ({ text: text || (code ?? ''), picture })),
      correct: right.length === 1 ? (right[0] ?? null) : null,
    },
    errors: right.length > 1 ? ['More than one option is marked correct: mark one'] : [],
    losses: [
      ...(feedback.some((said) => isWorthTelling(said)) ? ['feedback'] : []),
      ...(answers.some(({ share }) => share !== 0 && share !== 100) ? ['part marks'] : []),
      ...(grade && Number(grade) !== 1 ? [`its worth of ${Number(grade)} marks`] : []),
      ...[asked, ...answers].flatMap(({ dropped }) => dropped),
      ...(nodeOf(question.tags) ? ['tags'] : []),
    ],
  })
}

/** Moodle gives each question these three sentences by itself. */
const ownFeedback = /^Your answer is (correct|partially correct|incorrect)\.$/

function isWorthTelling(feedback: string): boolean {
  const words = decodeEntities(feedback.replace(/<[^<>]*>/g, ' ')).trim()
  return words !== '' && !ownFeedback.test(words)
}

const kinds: Readonly<Record<string, string>> = {
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

function beginOf(node: Node): number {
  const place = node[XMLParser.getMetaDataSymbol() as never] as { startIndex?: number } | undefined
  return place?.startIndex ?? 0
}

function linesIn(text: string): number {
  return text.split('\n').length
}
