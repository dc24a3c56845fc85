import { findAikenGap, isChangedByAiken } from '#core/questions/formats/aiken.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'

export const formats = ['gift', 'aiken', 'moodle', 'csv', 'xlsx'] as const
export type Format = (typeof formats)[number]

export const formatNames: Readonly<Record<Format, string>> = {
  gift: 'GIFT',
  aiken: 'Aiken',
  moodle: 'Moodle XML',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
}

export const fileExtensions: Readonly<Record<Format, string>> = {
  gift: '.gift.txt',
  aiken: '.aiken.txt',
  moodle: '.xml',
  csv: '.csv',
  xlsx: '.xlsx',
}

/** Whether the format can hold a question of this kind at all. */
export function isExportable(format: Format, question: QuestionDraft): boolean {
  return format !== 'aiken' || findAikenGap(question) === null
}

/** The parts of these questions that the format cannot carry, a sentence each. */
export function listExportLosses(format: Format, questions: readonly QuestionDraft[]): string[] {
  const count = (has: (question: QuestionDraft) => boolean) => questions.filter(has).length
  const pictures = format === 'moodle' ? 0 : count(hasPicture)
  const codes = format === 'aiken' ? count(({ code }) => Boolean(code?.trim())) : 0
  const brokenLines = format === 'aiken' ? count(({ text }) => isChangedByAiken(text)) : 0
  const gaps =
    format === 'aiken' ? questions.flatMap((question) => findAikenGap(question) ?? []) : []
  return [
    ...[...new Set(gaps)].map((gap) => {
      const left = gaps.filter((other) => other === gap).length
      return `${gap}: ${formatQuestionCount(left)} ${left === 1 ? 'is' : 'are'} left out.`
    }),
    ...(pictures ? [`The pictures of ${formatQuestionCount(pictures)} are left behind.`] : []),
    ...(codes ? [`The code of ${formatQuestionCount(codes)} is left behind.`] : []),
    ...(brokenLines
      ? [`The line breaks of ${formatQuestionCount(brokenLines)} become spaces.`]
      : []),
  ]
}

function hasPicture({ file, fileUrl, options }: QuestionDraft): boolean {
  return [{ file, fileUrl }, ...options].some((place) => Boolean(place.file || place.fileUrl))
}

function formatQuestionCount(count: number): string {
  return count === 1 ? '1 question' : `${count} questions`
}
