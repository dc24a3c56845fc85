import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createHmacFunction, createSecretBox, readSecretKey } from './secret-key.ts'

const freshFolder = () => mkdtempSync(join(tmpdir(), 'secret-'))
const keyIn = (dataDir: string, setting?: string) => readSecretKey({ setting, dataDir })

it('the key is made once, readable by its own user only, and found again', async () => {
  const dataDir = freshFolder()
  const keys = await Promise.all([keyIn(dataDir), keyIn(dataDir), keyIn(dataDir)])
  expect(new Set(keys.map((made) => made.toString('hex'))).size).toBe(1)
  expect(await keyIn(dataDir)).toEqual(keys[0])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
})

it('the key is taken from its setting where several processes share one database', async () => {
  const dataDir = freshFolder()
  const key = Buffer.alloc(32, 7)
  expect(await keyIn(dataDir, key.toString('base64'))).toEqual(key)
  expect(readdirSync(dataDir)).toEqual([])
  await expect(keyIn(dataDir, 'short')).rejects.toThrow('SECRET_KEY must hold 32 bytes')
})

it('the digest differs by key, purpose and text, and is the same each time', () => {
  const hmac = createHmacFunction(Buffer.alloc(32, 7))
  const another = createHmacFunction(Buffer.alloc(32, 8))
  const digests = [
    hmac('device', 'a'),
    hmac('device', 'b'),
    hmac('limit', 'a'),
    another('device', 'a'),
  ]
  expect(new Set(digests).size).toBe(4)
  expect(hmac('device', 'a')).toBe(digests[0])
  for (const digest of digests) expect(digest).toMatch(/^[\w-]{43}$/)
})

const box = createSecretBox(Buffer.alloc(32, 1))

it('a sealed text is opened for its owner only', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'asha')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(box.open(sealed, 'asha')).toBe('JBSWY3DPEHPK3PXP')
  expect(box.open(sealed, 'rohan')).toBeNull()
})

it('a text is sealed differently each time', () => {
  expect(box.seal('same', 'asha')).not.toBe(box.seal('same', 'asha'))
})

it('no text is opened under another secret or after a change', () => {
  const sealed = box.seal('secret', 'asha')
  expect(createSecretBox(Buffer.alloc(32, 2)).open(sealed, 'asha')).toBeNull()
  // In its middle: the last letter has bits that no byte needs.
  const changed = sealed.replace(/(?<=^.{20})./, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const broken of ['', 'short', changed]) {
    expect(box.open(broken, 'asha')).toBeNull()
  }
})
