import type { Illustration, Option } from '#core/questions/kind.ts'

/** A text with its picture, as it crosses the wire. */
export function toTextWithImage({ text, imageId, imageDescription }: Option) {
  const fileUrl = toImageUrl(imageId)
  return { text, fileUrl, ...(imageDescription && { description: imageDescription }) }
}

/** The picture of a question where its words stand beside it. */
export function toQuestionImage({ imageId, imageDescription }: Illustration) {
  return {
    questionImage: toImageUrl(imageId),
    ...(imageDescription && { questionImageDescription: imageDescription }),
  }
}

export function toImageUrl(imageId: string | null): string | null {
  return imageId === null ? null : `/api/images/${imageId}`
}

const maxInstants = 1_000
const instants = new Map<number, string>()

/** ISO 8601 in UTC. The ends of running attempts are asked for again and again: 2 % of an answer. */
export function toInstant(at: number): string {
  const known = instants.get(at)
  if (known) return known
  const text = new Date(at).toISOString()
  if (instants.size >= maxInstants) instants.clear()
  instants.set(at, text)
  return text
}

export function toInstantOrNull(at: number | null): string | null {
  return at === null ? null : toInstant(at)
}
