import { z } from 'zod'
import {
  maxCodeLength,
  maxImageDescriptionLength,
  maxOptionTextLength,
  maxQuestionTextLength,
} from '#core/questions/kind.ts'
import { maxOptionsPerQuestion, minOptionsPerQuestion } from '#core/questions/option-list.ts'
import { Id, Instant, NoPicture } from '../schemas.ts'

/** The description of a picture, for those who cannot see it; left out where there is none. */
export const ImageDescription = z.string().optional()

export const TextWithImage = z.object({
  text: z.string(),
  fileUrl: z.string().nullable(),
  description: ImageDescription,
})

/** By `fileUrl`, in pixels: room is kept for a picture before it is there. Left out without any. */
export const ImageSizes = z
  .record(z.string(), z.object({ width: z.int(), height: z.int() }))
  .optional()
export type ImageSizes = z.output<typeof ImageSizes>

/** How the key of a question was corrected after the exam. */
const KeyCorrection = z.object({ at: Instant, everyone: z.boolean() })
export type KeyCorrection = z.output<typeof KeyCorrection>

/** A question on an answer sheet; options as the attempt presented them. */
export const AskedQuestion = z.object({
  questionId: Id,
  questionText: z.string(),
  questionImage: z.string().nullable(),
  questionImageDescription: ImageDescription,
  codeSnippet: z.string().nullable(),
  options: z.array(TextWithImage),
  /** Missing where the printed key counts. */
  correction: KeyCorrection.optional(),
})

export const Options = z.array(TextWithImage).min(minOptionsPerQuestion).max(maxOptionsPerQuestion)

const LimitedText = (maxLength: number) =>
  z.string().max(maxLength, `Use ${maxLength} characters or fewer`)

export const KeyText = LimitedText(maxOptionTextLength)

/**
 * A plain text, or a text with a picture: our own `fileUrl` keeps it, null takes it away. A description
 * that is not sent stays with its picture; null takes it away, too.
 */
const TextWithImageInput = (maxLength: number) =>
  z.union([
    LimitedText(maxLength).transform((text): TextWithImageInput => ({ text })),
    z.strictObject({
      text: LimitedText(maxLength),
      fileUrl: z.string().max(500).nullish(),
      description: LimitedText(maxImageDescriptionLength).nullish(),
    }),
  ])
type TextWithImageInput = {
  readonly text: string
  readonly fileUrl?: string | null | undefined
  readonly description?: string | null | undefined
}

/**
 * A question as an author sends it; `text` is understood for `question`. The editor takes its
 * limits from here.
 */
export const QuestionFields = z.object({
  _id: z.string().max(64).optional(),
  question: TextWithImageInput(maxQuestionTextLength).optional(),
  text: TextWithImageInput(maxQuestionTextLength).optional(),
  options: z.array(TextWithImageInput(maxOptionTextLength)).max(20),
  codeSnippet: LimitedText(maxCodeLength).nullish(),
  /** Older clients say so where a question has no picture. */
  image: NoPicture.optional(),
})

/** As `validateQuestionDraft` takes it, with what the pictures shall be. */
export function toDraft<Name extends string, Key extends object>(
  kind: Name,
  { question, text, image: _, ...rest }: z.output<typeof QuestionFields>,
  key: Key,
) {
  const prompt: TextWithImageInput = question ?? text ?? { text: '' }
  return { ...rest, kind, question: prompt, text: prompt.text, ...key }
}
