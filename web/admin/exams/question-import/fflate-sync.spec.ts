import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { unzip, zip } from './fflate-sync.ts'

it('packs and unpacks', () => {
  const files = { 'a.xml': strToU8('<a/>') }
  let packed = new Uint8Array()
  zip(files, (_, archive) => {
    packed = new Uint8Array(archive)
  })
  unzip(packed, (error, unpacked) => {
    expect(error).toBeNull()
    expect(unpacked).toEqual(files)
  })
})

it('leaves folded what would unfold beyond 50 MB', () => {
  const huge = new Uint8Array(30 * 1024 * 1024)
  const bomb = zipSync({ 'a.xml': huge, 'b.xml': huge }, { level: 1 })
  expect(bomb.length).toBeLessThan(1_000_000)
  unzip(bomb, (_, unpacked) => expect(Object.keys(unpacked)).toEqual(['a.xml']))
})

it('tells what is no archive', () => {
  unzip(strToU8('no archive at all, only words'), (error) => expect(error).not.toBeNull())
})
