import type { QuestionInput } from '#contract/questions/kinds.ts'
import { listImages, type Paper } from '#core/exams/exam.ts'
import { imageErrors } from '#core/images/image-limits.ts'
import type { Illustration } from '#core/questions/kind.ts'
import { kindOf, type Question, validateQuestionDraft } from '#core/questions/question.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { toVisibleLine } from '#core/text.ts'
import type { Deps } from '../deps.ts'
import { toImageUrl } from '../http/serialize.ts'
import type { Uploads } from '../http/uploads.ts'

export type StoredImage = { readonly id: string; readonly width: number; readonly height: number }
type ReadQuestions = { readonly questions: Question[]; readonly images: StoredImage[] }
type ReadQuestionsInput = {
  readonly questions: readonly QuestionInput[]
  readonly uploads: Uploads
  /** The paper as it stands, whose images and question ids may go on. */
  readonly before: Paper | null
}

/**
 * Makes questions of an author's request. New images are on disk when this answers, and in no row
 * yet, since no transaction waits for a picture: where no row follows, call `removeImages`.
 */
export async function readQuestions(
  deps: Deps,
  { questions, uploads, before }: ReadQuestionsInput,
): Promise<ReadQuestions | Refusal<'test-faulty' | 'image-faulty'>> {
  const errors = Object.assign(validateQuestions(questions), findForeignImages(questions, before))
  const unused = findStrayUploads(questions, uploads)
  for (const name of unused) errors[name] = 'There is no question or option for this file'
  if (Object.keys(errors).length > 0) return refuse('test-faulty', errors)

  const stored = await storeImages(deps, uploads)
  if (isRefusal(stored)) return stored
  const imageIds = Object.fromEntries(stored.map(({ name, id }) => [name, id]))
  const known = new Map(before?.questions.map((question) => [question.id, question]))
  const descriptions = new Map(before ? listDescriptions(before) : [])
  const read = questions.map((input, index): Question => {
    const old = input._id ? known.get(input._id) : undefined
    known.delete(input._id ?? '')
    const oldOptions = old ? kindOf(old).listOptions(old) : []
    return kindOf(input).createQuestion(input, {
      id: old?.id ?? deps.newId(),
      text: input.text.trim(),
      ...describeImage(
        chooseImage(imageIds[`questionimage_${index}`], input.question.fileUrl, old?.imageId),
        input.question.description,
        descriptions,
      ),
      codeSnippet: input.codeSnippet?.trim() ? input.codeSnippet : null,
      options: input.options.map(({ text, fileUrl, description }, option) => ({
        text: text.trim(),
        ...describeImage(
          chooseImage(
            imageIds[`optionimage_${index}_${option}`],
            fileUrl,
            oldOptions[option]?.imageId,
          ),
          description,
          descriptions,
        ),
      })),
    })
  })
  return { questions: read, images: stored }
}

/** Sequential, since a test may have hundreds. Stores all or none. */
async function storeImages(
  deps: Deps,
  uploads: Uploads,
): Promise<(StoredImage & { name: string })[] | Refusal<'image-faulty'>> {
  const stored: (StoredImage & { name: string })[] = []
  try {
    for (const [name, { bytes }] of Object.entries(uploads)) {
      const picture = await deps.images.decode(bytes, 'question')
      if (isRefusal(picture)) {
        await removeImages(deps, stored)
        return refuse('image-faulty', { [name]: imageErrors[picture.refused] })
      }
      const { png, width, height } = picture
      const id = deps.newId()
      stored.push({ name, id, width, height })
      await deps.images.save(id, png)
    }
    return stored
  } catch (error) {
    await removeImages(deps, stored)
    throw error
  }
}

export async function removeImages({ images }: Deps, stored: readonly StoredImage[]) {
  await images.discard(stored.map(({ id }) => id))
}

/** A new file replaces the image, null removes it, our own URL or nothing keeps it. */
function chooseImage(
  uploaded: string | undefined,
  fileUrl: string | null | undefined,
  old: string | null | undefined,
): string | null {
  if (uploaded) return uploaded
  if (fileUrl === undefined) return old ?? null
  return fileUrl === null ? null : (fileUrl.split('/').pop() ?? null)
}

/** A picture sent without a description keeps the one it has in `known`. */
function describeImage(
  imageId: string | null,
  sent: string | null | undefined,
  known: ReadonlyMap<string, string>,
): Illustration {
  if (imageId === null) return { imageId }
  const imageDescription = sent === undefined ? known.get(imageId) : toVisibleLine(sent ?? '')
  return { imageId, ...(imageDescription && { imageDescription }) }
}

function listDescriptions({ questions }: Paper): [string, string][] {
  return questions
    .flatMap((question) => [question, ...kindOf(question).listOptions(question)])
    .flatMap(({ imageId, imageDescription }) =>
      imageId !== null && imageDescription ? [[imageId, imageDescription]] : [],
    )
}

function validateQuestions(questions: readonly QuestionInput[]): Record<string, string> {
  const errors: Record<string, string> = {}
  questions.forEach((input, index) => {
    for (const { field, message } of validateQuestionDraft(input))
      errors[`questions.${index}.${field}`] = message
  })
  return errors
}

function findForeignImages(questions: readonly QuestionInput[], before: Paper | null) {
  const own = new Set(before && listImages(before).map(toImageUrl))
  const errors: Record<string, string> = {}
  questions.forEach(({ question, options }, index) => {
    for (const [at, picture] of [question, ...options].entries()) {
      if (picture.fileUrl == null || own.has(picture.fileUrl)) continue
      const field = at === 0 ? 'question' : `options.${at - 1}`
      errors[`questions.${index}.${field}`] = 'This picture does not belong to this test'
    }
  })
  return errors
}

function findStrayUploads(questions: readonly unknown[], uploads: Uploads): string[] {
  return Object.keys(uploads).filter((name) => Number(name.split('_')[1]) >= questions.length)
}
