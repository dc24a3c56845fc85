import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const format = 1
const nonceBytes = 12
const tagBytes = 16

/** Format byte, nonce, tag, then what is sealed. The id is bound in: a swapped file is noticed. */
export function seal(key: Buffer, id: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(bound(id))
  const body = Buffer.concat([sealing.update(bytes), sealing.final()])
  return Buffer.concat([Buffer.of(format), nonce, sealing.getAuthTag(), body])
}

/** @throws when a byte was changed, the file belongs to another id, or the key is another. */
export function unseal(key: Buffer, id: string, sealed: Buffer): Buffer {
  const bodyAt = 1 + nonceBytes + tagBytes
  try {
    if (sealed.length < bodyAt || sealed[0] !== format) throw new Error('not in our format')
    const nonce = sealed.subarray(1, 1 + nonceBytes)
    const tag = sealed.subarray(1 + nonceBytes, bodyAt)
    const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      .setAAD(bound(id))
      .setAuthTag(tag)
    return Buffer.concat([opening.update(sealed.subarray(bodyAt)), opening.final()])
  } catch (cause) {
    throw new Error(
      `The sealed image ${id} does not open: it was changed on disk, or sealed with another IMAGE_KEY.`,
      { cause },
    )
  }
}

function bound(id: string): Buffer {
  return Buffer.from(`image:${id}`)
}
