import { writeAiken } from '#core/questions/formats/aiken.ts'
import { writeGift } from '#core/questions/formats/write-gift.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { toPlainQuestions, toPortableQuestions } from './convert-questions.ts'
import { writeCsv } from './csv.ts'
import { type Format, fileExtensions } from './formats.ts'
import { writeMoodleXml } from './moodle-xml-writer.ts'
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

export function saveFile(file: File) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
