import type { ReactNode } from 'react'

/** What the server takes. */
export const largestImageBytes = 5 * 1024 * 1024
const largestPhotoBytes = 100 * 1024 * 1024
export const imageTypes = 'image/jpeg,image/png,image/webp'

export function tooLarge(label?: ReactNode): string {
  return `The file${forLabel(label)} is larger than 5 MB. Choose a smaller image.`
}

function noPicture(label: ReactNode): string {
  return `The file${forLabel(label)} is not a JPEG, PNG or WebP image. Choose another one.`
}

/** 1.2 MB, 640 KB */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

/** Phones of Apple write it; few browsers can show it. */
export async function isHeic(file: File): Promise<boolean> {
  const letters = lettersOf(await startOf(file))
  return letters(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(letters(8, 12))
}

/** What keeps a file from being opened, told before it is; what is sent is a picture made of it. */
export async function faultOfPhoto(file: File, label?: ReactNode): Promise<string | undefined> {
  if (file.size > largestPhotoBytes) {
    return `The file${forLabel(label)} is larger than 100 MB. Choose a smaller image.`
  }
  return isPicture(await startOf(file)) || (await isHeic(file)) ? undefined : noPicture(label)
}

function lettersOf(start: Uint8Array) {
  return (from: number, to: number) => String.fromCharCode(...start.slice(from, to))
}

/** By its first bytes: the name of a file promises nothing. */
function isPicture(start: Uint8Array): boolean {
  const letters = lettersOf(start)
  const isJpeg = start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff
  const isPng = start[0] === 0x89 && letters(1, 8) === 'PNG\r\n\u001a\n'
  const isWebp = letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}

async function startOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, 12).arrayBuffer())
}

export function forLabel(label: ReactNode): string {
  return typeof label === 'string' ? ` for ${label}` : ''
}
