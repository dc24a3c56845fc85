import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Newest first: the first seals, all of them open. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

const cipher = 'aes-256-gcm'
/** Files of format 1 do not say by which key they were sealed. */
const oldFormat = 1
const format = 2
const keyIdBytes = 8
const nonceBytes = 12
const tagBytes = 16

/**
 * Format byte, id of the key, nonce, tag, then what is sealed. The image's id and the key's are
 * bound in: a swapped file is noticed.
 */
export function seal([key]: KeyRing, id: string, bytes: Buffer): Buffer {
  const keyId = idOfKey(key)
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(bound(id, keyId))
  const body = Buffer.concat([sealing.update(bytes), sealing.final()])
  return Buffer.concat([Buffer.of(format), keyId, nonce, sealing.getAuthTag(), body])
}

/** @throws when a byte was changed, the file belongs to another id, or no key of the ring fits. */
export function unseal(keys: KeyRing, id: string, sealed: Buffer): Buffer {
  const { isKnown, keyId, nonce, tag, body } = readParts(sealed)
  const fitting = keys.filter((key) => isKnown && (!keyId || idOfKey(key).equals(keyId)))
  for (const key of fitting) {
    try {
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
        .setAAD(bound(id, keyId))
        .setAuthTag(tag)
      return Buffer.concat([opening.update(body), opening.final()])
    } catch {
      // Another key may fit.
    }
  }
  throw new Error(
    `The sealed image ${id} does not open: it was changed on disk, or sealed with another IMAGE_KEY.`,
  )
}

/** Whether the newest key sealed it; says nothing about whether it opens. */
export function isSealedByNewest([key]: KeyRing, sealed: Buffer): boolean {
  return readParts(sealed).keyId?.equals(idOfKey(key)) ?? false
}

function readParts(sealed: Buffer) {
  const isOld = sealed[0] === oldFormat
  const nonceAt = isOld ? 1 : 1 + keyIdBytes
  const tagAt = nonceAt + nonceBytes
  const bodyAt = tagAt + tagBytes
  return {
    isKnown: isOld || sealed[0] === format,
    keyId: isOld ? null : sealed.subarray(1, nonceAt),
    // Too short a file leaves a nonce or a tag that no cipher takes.
    nonce: sealed.subarray(nonceAt, tagAt),
    tag: sealed.subarray(tagAt, bodyAt),
    body: sealed.subarray(bodyAt),
  }
}

/** Tells keys apart and nothing about them. */
function idOfKey(key: Buffer): Buffer {
  return createHash('sha256').update('image key\n').update(key).digest().subarray(0, keyIdBytes)
}

function bound(id: string, keyId: Buffer | null): Buffer {
  const name = Buffer.from(`image:${id}`)
  return keyId ? Buffer.concat([Buffer.of(format), keyId, name]) : name
}
