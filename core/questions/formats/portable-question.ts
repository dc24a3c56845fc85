import type { KindName } from '../question.ts'

export type PortablePicture = {
  /** `image/png` */
  readonly type: string
  readonly base64: string
  /** Absent where there is none. */
  readonly description?: string
}

export type PortableOption = { readonly text: string; readonly picture: PortablePicture | null }

/**
 * A question on its way from one program to another; anything of it may be missing. A kind adds its
 * key.
 */
export type PortableBase = {
  readonly kind: KindName
  readonly text: string
  readonly code: string | null
  readonly picture: PortablePicture | null
  /** Empty where nothing is chosen. */
  readonly options: readonly PortableOption[]
}

/** A fault of the file that belongs to no question. */
export type FileError = { readonly line: number | null; readonly message: string }

export function toUnixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** An option holds no line breaks. */
export function toSingleLine(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
