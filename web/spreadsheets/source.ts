/** Pasted text, or the content of a file. */
export type Source =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'workbook'; readonly bytes: ArrayBuffer }

export const maxFileBytes = 5 * 1024 * 1024

export function toSource(bytes: ArrayBuffer): Source {
  const view = new Uint8Array(bytes)
  if (isWorkbook(view)) return { kind: 'workbook', bytes }
  return { kind: 'text', text: decodeBytes(view) }
}

/** A workbook is a zip archive, whatever it is called. */
function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/**
 * UTF-8 where it is that, else what Excel of old wrote on Windows. A mark at the start names the
 * coding and is no part of the text.
 */
function decodeBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
