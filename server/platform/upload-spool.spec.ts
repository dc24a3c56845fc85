import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSpoolFolder, type Spool } from './upload-spool.ts'

const large = Buffer.alloc(300_000, 1)
let folder: string
let openSpool: () => Spool
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spool-'))
  openSpool = (await openSpoolFolder(folder)).openSpool
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Counts this process's open files in the folder, with or without a name. */
function countOpenFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => targetOf(fd).startsWith(folder)).length
}

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

it('keeps small files in memory, large ones on disk without a name', async () => {
  const spool = openSpool()
  const small = spool.collect()
  await small.write(Buffer.from('small'))
  expect(small.end()).toEqual(Buffer.from('small'))
  expect(countOpenFiles()).toBe(0)

  const first = spool.collect()
  await first.write(large)
  const second = spool.collect()
  await second.write(large)
  expect(first.end()).toMatchObject({ position: 0, length: large.length })
  expect(second.end()).toMatchObject({ position: large.length, length: large.length })
  expect([readdirSync(folder), countOpenFiles()]).toEqual([[], 1])
  await spool.close()
  expect(countOpenFiles()).toBe(0)
})

it.each([0, 1, 2, 3, 5, 10])(
  'closes its file also if closed %i ticks after it began',
  async (ticks) => {
    for (let round = 0; round < 20; round++) {
      const spool = openSpool()
      const writing = Promise.allSettled([spool.collect().write(large)])
      for (let tick = 0; tick < ticks; tick++) await new Promise(setImmediate)
      await spool.close()
      await writing
    }
    expect([readdirSync(folder), countOpenFiles()]).toEqual([[], 0])
  },
)

it('opens no file once it is closed', async () => {
  const spool = openSpool()
  await spool.close()
  await spool.close()
  await expect(spool.collect().write(large)).rejects.toThrow('ended')
  expect(countOpenFiles()).toBe(0)
})
