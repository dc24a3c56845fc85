import type { ImportEntry } from '#core/questions/formats/import-entry.ts'
import { formatsOf, type PortableQuestion } from '#core/questions/formats/kind-formats.ts'
import type { PortablePicture } from '#core/questions/formats/portable-question.ts'
import { validateQuestionDraft } from '#core/questions/question.ts'
import { toVisibleLine } from '#core/text.ts'
import { editorOf } from '../../../questions/kind-editors.ts'
import {
  createOption,
  createQuestion,
  type Picture,
  type QuestionDraft,
} from '../../../questions/options/question-draft.ts'

/** As cards of the editor, unsaved; those that have to be corrected say so at once. */
export function toQuestionDrafts(entries: readonly ImportEntry[]): QuestionDraft[] {
  return entries.flatMap(({ question, errors }) =>
    question
      ? [
          {
            ...toQuestionDraft(question),
            isChecked: errors.length > 0,
            reportedErrors: toReportedErrors(question, errors),
          },
        ]
      : [],
  )
}

/** Errors that the editor does not find by itself; they stand there until the card is changed. */
function toReportedErrors(
  question: PortableQuestion,
  errors: readonly string[],
): QuestionDraft['reportedErrors'] {
  const found = validateQuestionDraft(formatsOf(question).toDraft(question))
  const others = errors.filter((error) => found.every(({ message }) => message !== error))
  return others.length > 0 ? { question: others.join('. ') } : {}
}

function toQuestionDraft(question: PortableQuestion): QuestionDraft {
  const { kind, text, code, picture } = question
  const options = question.options.map((option, at) =>
    createOption({ text: option.text, ...toPicture(option.picture, `option-${at + 1}`) }),
  )
  return createQuestion({
    kind,
    text,
    code,
    ...toPicture(picture, 'question'),
    ...editorOf(question).fromPortable(question, options),
  })
}

function toPicture(picture: PortablePicture | null, name: string): Picture {
  if (!picture) return { fileUrl: null, file: null }
  const binary = atob(picture.base64)
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const extension = picture.type.replace('image/', '')
  const { type, description } = picture
  return { fileUrl: null, file: new File([bytes], `${name}.${extension}`, { type }), description }
}

/** Without their pictures. */
export function toPlainQuestions(drafts: readonly QuestionDraft[]): PortableQuestion[] {
  return drafts.map((draft) => {
    const { kind, text, code, options } = draft
    const question = {
      kind,
      text: text.trim(),
      code: code?.trim() ? code : null,
      picture: null,
      options: options.map((option) => ({ text: option.text.trim(), picture: null })),
      ...editorOf(draft).toPortable(draft),
    }
    return question as PortableQuestion
  })
}

/** With their pictures, which have to be fetched. */
export function toPortableQuestions(drafts: readonly QuestionDraft[]): Promise<PortableQuestion[]> {
  return Promise.all(
    toPlainQuestions(drafts).map(async (question, index) => {
      const draft = drafts[index]
      const pictures = draft?.options.map(toPortablePicture) ?? []
      return {
        ...question,
        picture: draft ? await toPortablePicture(draft) : null,
        options: await Promise.all(
          question.options.map(async (option, at) => ({
            ...option,
            picture: (await pictures[at]) ?? null,
          })),
        ),
      }
    }),
  )
}

async function toPortablePicture(picture: Picture): Promise<PortablePicture | null> {
  const { file, fileUrl } = picture
  const description = toVisibleLine(picture.description ?? '')
  const blob = file ?? (fileUrl ? await fetchPicture(fileUrl) : null)
  if (!blob) return null
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { type: blob.type, base64: btoa(binary), ...(description && { description }) }
}

async function fetchPicture(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('A picture of this test could not be fetched.')
  return response.blob()
}
