import { strFromU8, strToU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zip } from './fflate-sync.ts'

it('packs in the calling thread', () => {
  let packed: Uint8Array | undefined
  zip({ 'a.xml': strToU8('<a/>') }, (error, archive) => {
    expect(error).toBeNull()
    packed = archive
  })
  expect(strFromU8(unzipSync(packed ?? new Uint8Array())['a.xml'] ?? new Uint8Array())).toBe('<a/>')
})

it('names a file that cannot be packed', () => {
  zip({ ['a'.repeat(70_000)]: strToU8('a') }, (error) => expect(error).not.toBeNull())
})
