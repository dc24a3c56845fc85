import type { ReactNode } from 'react'
import { maxImageBytes } from '#core/images/image-limits.ts'

const maxPhotoBytes = 100 * 1024 * 1024
export const imageTypes = 'image/jpeg,image/png,image/webp'

export function describeTooLarge(label?: ReactNode): string {
  return `The file${formatForLabel(label)} is larger than ${formatMegabytes(maxImageBytes)}. Choose a smaller image.`
}

function describeNotAnImage(label: ReactNode): string {
  return `The file${formatForLabel(label)} is not a JPEG, PNG or WebP image. Choose another one.`
}

/** 5 MB: of a limit, which is a whole number of them. */
export function formatMegabytes(bytes: number): string {
  return `${bytes / 1024 ** 2} MB`
}

/** 1.2 MB, 640 KB */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

/** Phones of Apple write it; few browsers can show it. */
export async function isHeic(file: File): Promise<boolean> {
  const readAscii = createAsciiReader(await readHeader(file))
  return readAscii(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(readAscii(8, 12))
}

/** What keeps a file from being opened, told before it is; what is sent is a picture made of it. */
export async function validatePhoto(file: File, label?: ReactNode): Promise<string | undefined> {
  if (file.size > maxPhotoBytes) {
    return `The file${formatForLabel(label)} is larger than ${formatMegabytes(maxPhotoBytes)}. Choose a smaller image.`
  }
  return isSupportedImage(await readHeader(file)) || (await isHeic(file))
    ? undefined
    : describeNotAnImage(label)
}

function createAsciiReader(header: Uint8Array) {
  return (from: number, to: number) => String.fromCharCode(...header.slice(from, to))
}

/** By its first bytes: the name of a file promises nothing. */
function isSupportedImage(header: Uint8Array): boolean {
  const readAscii = createAsciiReader(header)
  const isJpeg = header[0] === 0xff && header[1] === 0xd8 && header[2] === 0xff
  const isPng = header[0] === 0x89 && readAscii(1, 8) === 'PNG\r\n\u001a\n'
  const isWebp = readAscii(0, 4) === 'RIFF' && readAscii(8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}

async function readHeader(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, 12).arrayBuffer())
}

export function formatForLabel(label: ReactNode): string {
  return typeof label === 'string' ? ` for ${label}` : ''
}
