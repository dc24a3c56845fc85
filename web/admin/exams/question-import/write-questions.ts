import { writeAiken } from '#core/questions/formats/aiken.ts'
import { writeGift } from '#core/questions/formats/gift.ts'
import { escapeHtml, toCodeHtml, toHtml } from '#core/questions/formats/html-content.ts'
import { formatsOf, type PortableQuestion } from '#core/questions/formats/kind-formats.ts'
import {
  type PortablePicture,
  toSingleLine,
  toUnixLines,
} from '#core/questions/formats/portable-question.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { toPlainQuestions, toPortableQuestions } from './convert-questions.ts'
import { writeCsv } from './csv.ts'
import { type Format, fileExtensions } from './formats.ts'
import { writeXlsx } from './xlsx.ts'

export async function writeQuestions(
  format: Format,
  title: string,
  drafts: readonly QuestionDraft[],
): Promise<File> {
  const name = `${toFileName(title)}${fileExtensions[format]}`
  if (format === 'moodle') {
    const xml = writeMoodleXml(await toPortableQuestions(drafts))
    return new File([xml], name, { type: 'application/xml' })
  }
  const questions = toPlainQuestions(drafts)
  if (format === 'xlsx') {
    const workbook = await writeXlsx(questions)
    return new File([workbook], name, { type: workbook.type })
  }
  if (format === 'csv') return new File([writeCsv(questions)], name, { type: 'text/csv' })
  const text = format === 'gift' ? writeGift(questions) : writeAiken(questions)
  return new File([text], name, { type: 'text/plain' })
}

/** "React JS: Hooks" becomes react-js-hooks. */
export function toFileName(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return words.slice(0, 80) || 'questions'
}

/** As Moodle exports it itself, pictures and all. */
export function writeMoodleXml(questions: readonly PortableQuestion[]): string {
  const parts = questions.map((question, index) => toQuestionXml(question, index + 1))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('')}</quiz>\n`
}

function toQuestionXml(question: PortableQuestion, number: number): string {
  const { text, code, picture } = question
  const { type, tags, answers: written } = formatsOf(question).moodle.write(question)
  const promptHtml = `<p>${toHtml(toUnixLines(text))}</p>${code === null ? '' : toCodeHtml(toUnixLines(code))}`
  const answers = written.map((answer, at) => {
    const words = toHtml(toSingleLine(answer.text))
    return `    <answer fraction="${answer.share}" format="html">
${appendPicture(words, answer.picture, `option-${at + 1}`)}
      <feedback format="html"><text></text></feedback>
${writeTags(answer.tags ?? {}, '      ')}    </answer>
`
  })
  return `  <question type="${type}">
    <name>${toTextXml(`Question ${number}`)}</name>
    <questiontext format="html">
${appendPicture(promptHtml, picture, 'question')}
    </questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <defaultgrade>1.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
${writeTags(tags, '    ')}${answers.join('')}  </question>
`
}

/** A line each. */
function writeTags(tags: Readonly<Record<string, string>>, indent: string): string {
  return Object.entries(tags)
    .map(([name, value]) => `${indent}<${name}>${escapeHtml(value)}</${name}>\n`)
    .join('')
}

function appendPicture(html: string, picture: PortablePicture | null, name: string): string {
  if (!picture) return toTextXml(html)
  const file = `${name}.${picture.type.replace('image/', '')}`
  const alt = escapeHtml(picture.description ?? '').replaceAll('"', '&quot;')
  const htmlWithImage = `${html}<p><img src="@@PLUGINFILE@@/${file}" alt="${alt}"></p>`
  return `${toTextXml(htmlWithImage)}\n<file name="${file}" path="/" encoding="base64">${picture.base64}</file>`
}

function toTextXml(text: string): string {
  return `<text>${escapeHtml(stripControlCharacters(text))}</text>`
}

/** XML can hold no control characters, however they are written. */
function stripControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
