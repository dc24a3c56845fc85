import { type ReactNode, useEffect, useState } from 'react'
import { maxImageBytes } from '#core/images/image-limits.ts'

const maxPhotoBytes = 100 * 1024 * 1024
export const imageTypes = 'image/jpeg,image/png,image/webp'

export function describeTooLarge(label?: ReactNode): string {
  return `The file${formatForLabel(label)} is larger than ${formatMegabytes(maxImageBytes)}. Choose a smaller image.`
}

function describeNotAnImage(label: ReactNode): string {
  return `The file${formatForLabel(label)} is not a JPEG, PNG or WebP image. Choose another one.`
}

/** "5 MB": for limits, which are whole megabytes. */
export function formatMegabytes(bytes: number): string {
  return `${bytes / 1024 ** 2} MB`
}

/** "1.2 MB", "640 KB" */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

/** Apple's phones use this format; few browsers can show it. */
export async function isHeic(file: File): Promise<boolean> {
  const readAscii = createAsciiReader(await readHeader(file))
  return readAscii(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(readAscii(8, 12))
}

/** Checks a file before it is opened; the size limit is for the original, not for what is sent. */
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

/** Checks the first bytes: a file name proves nothing. */
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

/** A picture by itself: what is copied from a document brings its words along, and these are meant. */
export function findPastedImage({
  types,
  files,
}: {
  readonly types: readonly string[]
  readonly files: Iterable<File>
}): File | null {
  if (types.includes('text/plain')) return null
  return [...files].find(({ type }) => type.startsWith('image/')) ?? null
}

export function formatForLabel(label: ReactNode): string {
  return typeof label === 'string' ? ` for ${label}` : ''
}

/** An object URL for a chosen file, revoked when another file replaces it. */
export function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const createdUrl = URL.createObjectURL(file)
    setUrl(createdUrl)
    return () => URL.revokeObjectURL(createdUrl)
  }, [file])
  return file ? url : null
}
