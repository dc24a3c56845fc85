import { maxChunks } from '#core/images/image-limits.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const startOfScan = Buffer.from([0xff, 0xda])
const maxScans = 100

/** A file of very many small chunks takes any decoder seconds to read. */
export function hasTooManyChunks(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).equals(pngSignature)) {
    return hasMoreThanAllowed(bytes, 8, (at) => at + 12 + bytes.readUInt32BE(at))
  }
  if (bytes.toString('latin1', 8, 12) === 'WEBP') {
    return hasMoreThanAllowed(bytes, 12, (at) => {
      const length = bytes.readUInt32LE(at + 4)
      return at + 8 + length + (length % 2)
    })
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return hasTooManySegments(bytes)
  return false
}

function hasMoreThanAllowed(bytes: Buffer, from: number, next: (at: number) => number): boolean {
  let count = 0
  for (let at = from; at + 8 <= bytes.length; at = next(at)) {
    count += 1
    if (count > maxChunks) return true
  }
  return false
}

/** Each scan of a JPEG goes over the whole picture; within one, 0xFF is always followed by 0. */
function hasTooManySegments(bytes: Buffer): boolean {
  let scans = 0
  for (let at = bytes.indexOf(startOfScan); at >= 0; at = bytes.indexOf(startOfScan, at + 2)) {
    scans += 1
    if (scans > maxScans) return true
  }
  return hasMoreThanAllowed(bytes.subarray(0, bytes.indexOf(startOfScan) + 2), 2, (at) =>
    bytes[at] === 0xff ? at + 2 + bytes.readUInt16BE(at + 2) : bytes.length,
  )
}
