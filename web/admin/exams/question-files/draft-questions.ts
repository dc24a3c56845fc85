import type {
  ImportEntry,
  PortablePicture,
  PortableQuestion,
} from '#core/questions/formats/portable-question.ts'
import { emptyQuestion, type Picture, type QuestionDraft } from '../editor/draft.ts'

/** As cards of the editor, unsaved; those that have to be mended say so at once. */
export function draftsOf(entries: readonly ImportEntry[]): QuestionDraft[] {
  return entries.flatMap(({ question, errors: faults }) =>
    question ? [{ ...draftOf(question), isChecked: faults.length > 0 }] : [],
  )
}

function draftOf({ text, code, picture, options, correct }: PortableQuestion): QuestionDraft {
  return {
    ...emptyQuestion(),
    text,
    code,
    correct,
    ...keptPicture(picture, 'question'),
    options: options.map((option, at) => ({
      text: option.text,
      ...keptPicture(option.picture, `option-${at + 1}`),
    })),
  }
}

function keptPicture(picture: PortablePicture | null, name: string): Picture {
  if (!picture) return { fileUrl: null, file: null }
  const letters = atob(picture.base64)
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  const ending = picture.type.replace('image/', '')
  return { fileUrl: null, file: new File([bytes], `${name}.${ending}`, { type: picture.type }) }
}

/** Without their pictures. */
export function plainQuestionsOf(drafts: readonly QuestionDraft[]): PortableQuestion[] {
  return drafts.map(({ text, code, options, correct }) => ({
    text: text.trim(),
    code: code?.trim() ? code : null,
    picture: null,
    options: options.map((option) => ({ text: option.text.trim(), picture: null })),
    correct,
  }))
}

/** With their pictures, which have to be fetched. */
export function questionsOf(drafts: readonly QuestionDraft[]): Promise<PortableQuestion[]> {
  return Promise.all(
    plainQuestionsOf(drafts).map(async (question, index) => {
      const draft = drafts[index]
      const pictures = draft?.options.map(pictureOf) ?? []
      return {
        ...question,
        picture: draft ? await pictureOf(draft) : null,
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

async function pictureOf({ file, fileUrl }: Picture): Promise<PortablePicture | null> {
  const blob = file ?? (fileUrl ? await fetched(fileUrl) : null)
  if (!blob) return null
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return { type: blob.type, base64: btoa(letters) }
}

async function fetched(url: string): Promise<Blob> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error('A picture of this test could not be fetched.')
  return reply.blob()
}
