import type { Illustration } from '../questions/kind.ts'
import { kindOf, type Question } from '../questions/question.ts'
import type { Paper } from './exam.ts'

/**
 * The same questions under another title. Each picture is copied to an id of its own, since the
 * pictures of a test are erased with it; one that has no copy is left out, and its description too.
 */
export function copyPaper(
  paper: Paper,
  { title, images }: { readonly title: string; readonly images: ReadonlyMap<string, string> },
): Paper {
  return { ...paper, title, questions: paper.questions.map((one) => copyQuestion(one, images)) }
}

function copyQuestion(question: Question, images: ReadonlyMap<string, string>): Question {
  const options = kindOf(question)
    .listOptions(question)
    .map((option) => copyPicture(option, images))
  return { ...copyPicture(question, images), ...(options.length > 0 && { options }) } as Question
}

function copyPicture<Pictured extends Illustration>(
  pictured: Pictured,
  images: ReadonlyMap<string, string>,
): Pictured {
  const { imageId, imageDescription, ...rest } = pictured
  if (imageId === null) return pictured
  const copied = images.get(imageId) ?? null
  const isDescribed = copied !== null && imageDescription !== undefined
  return {
    ...rest,
    imageId: copied,
    ...(isDescribed && { imageDescription }),
  } as unknown as Pictured
}

const maxTitleLength = 200
const ending = ' (copy)'

/** The suggested title of a copy, never longer than a title may be. */
export function suggestCopyTitle(title: string): string {
  const kept = [...title].slice(0, maxTitleLength - ending.length).join('')
  return `${kept.trimEnd()}${ending}`
}
