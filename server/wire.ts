import type { Option } from '#core/exam.ts'

/** A text with its picture, as it crosses the wire. */
export function pictureOf({ text, imageId }: Pick<Option, 'text' | 'imageId'>) {
  return { text, fileUrl: urlOf(imageId) }
}

export function urlOf(imageId: string | null): string | null {
  return imageId === null ? null : `/api/images/${imageId}`
}

/** ISO 8601 in UTC. */
export function instant(at: number): string {
  return new Date(at).toISOString()
}

export function instantOrNull(at: number | null): string | null {
  return at === null ? null : instant(at)
}
