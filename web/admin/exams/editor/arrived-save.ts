import type { ExamDetail } from '#contract/exams.ts'
import { toVisibleLine } from '#core/text.ts'
import { editorOf } from '../../../questions/kind-editors.ts'
import { hasPicture, type Picture } from '../../../questions/options/question-draft.ts'
import { type ExamDraft, toExamDraft } from './exam-draft.ts'

/** A save that has no reply: it may have arrived all the same. */
export type UnansweredSave = {
  readonly draft: ExamDraft
  /** The draft that the save was to replace. */
  readonly before: ExamDraft
}

/**
 * Whether what the server has now came from one of these saves; `isWhole` if the draft of now says
 * nothing else. Null if it did not come from them.
 */
export function findArrivedSave(
  saves: readonly UnansweredSave[],
  draft: ExamDraft,
  now: ExamDetail,
): { readonly isWhole: boolean } | null {
  const arrived = saves.filter((save) => isSavedAs(save.draft, save.before, now))
  if (arrived.length === 0) return null
  const isWhole = arrived.every(
    (save) => isSavedAs(draft, save.before, now) && haveSameFiles(draft, save.draft),
  )
  return { isWhole }
}

/** A picture that was sent is recognised only by an address that is new. */
function isSavedAs(draft: ExamDraft, before: ExamDraft, now: ExamDetail): boolean {
  const oldUrls = new Set(listPictures(before).map(({ fileUrl }) => fileUrl))
  const nameSent = ({ file, fileUrl }: Picture) => (file ? 'new' : fileUrl)
  const nameSaved = ({ fileUrl }: Picture) => (oldUrls.has(fileUrl) ? fileUrl : 'new')
  return describe(draft, nameSent) === describe(toExamDraft(now), nameSaved)
}

/** The parts that the server keeps, trimmed as it does. */
function describe(draft: ExamDraft, namePicture: (picture: Picture) => string | null): string {
  const { title, duration, questions, ...rules } = draft
  const { integrityMode, attemptsAllowed, shuffleOptions, navigation, countedAttempt } = rules
  return JSON.stringify([
    [toVisibleLine(title), Number(duration)],
    [integrityMode, attemptsAllowed, shuffleOptions, navigation, countedAttempt],
    questions.map((question) => [
      question.kind,
      question.text.trim(),
      question.code?.trim() ? question.code : null,
      [namePicture(question), describePicture(question)],
      question.options.map((option) => [
        option.text.trim(),
        [namePicture(option), describePicture(option)],
      ]),
      trimTexts(editorOf(question).toWireKey(question)),
    ]),
  ])
}

/** The same with every text in it trimmed, as JSON. */
function trimTexts(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.trim() : part))
}

function describePicture(picture: Picture): string {
  return hasPicture(picture) ? toVisibleLine(picture.description ?? '') : ''
}

function listPictures({ questions }: ExamDraft): readonly Picture[] {
  const none: Picture = { fileUrl: null, file: null }
  return [none, ...questions.flatMap((question) => [question, ...question.options])]
}

function haveSameFiles(one: ExamDraft, other: ExamDraft): boolean {
  const otherPictures = listPictures(other)
  return listPictures(one).every(({ file }, index) => file === otherPictures[index]?.file)
}
