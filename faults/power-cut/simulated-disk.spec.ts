import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { createReplay } from './replay-calls.ts'
import { createSimulatedDisk, type DiskFile } from './simulated-disk.ts'
import { readSystemCalls } from './system-calls.ts'

const path = '/data/file'
const bytes = (letter: string, count: number) => Buffer.alloc(count, letter)

function createDisk() {
  const disk = createSimulatedDisk(new Map([[path, bytes('a', 2_048)]]))
  return { disk, file: disk.find(path) as DiskFile }
}

/**
 * Lists the contents that different power cuts leave of the file, as the first letter of each
 * sector.
 */
function listOutcomes(disk: ReturnType<typeof createSimulatedDisk>, name = path): Set<string> {
  const random = createSeededRandom(1)
  return new Set(
    Array.from({ length: 400 }, () => {
      const content = disk.cut(random).get(name)
      if (!content) return 'missing'
      return Array.from({ length: Math.ceil(content.length / 512) }, (_, sector) =>
        String.fromCharCode(content[sector * 512] ?? 0).replace('\0', '-'),
      ).join('')
    }),
  )
}

describe('the content of a file', () => {
  it('is there once fsync has covered it', () => {
    const { disk, file } = createDisk()
    disk.write(file, { line: 1, offset: 0 }, bytes('b', 2_048))
    disk.sync(file, 2)
    expect(listOutcomes(disk)).toEqual(new Set(['bbbb']))
  })

  it('may be there in any subset of whole sectors before that', () => {
    const { disk, file } = createDisk()
    disk.write(file, { line: 1, offset: 512 }, bytes('b', 1_024))
    expect(listOutcomes(disk)).toEqual(new Set(['aaaa', 'abaa', 'aaba', 'abba']))
    expect(disk.readCached().get(path)?.toString()).toBe(
      'a'.repeat(512) + 'b'.repeat(1_024) + 'a'.repeat(512),
    )
  })

  it('keeps the rest of a sector that a write covers partly', () => {
    const { disk, file } = createDisk()
    disk.write(file, { line: 1, offset: 500 }, bytes('b', 24))
    const outcomes = new Set<string>()
    const random = createSeededRandom(2)
    for (let n = 0; n < 200; n++) {
      outcomes.add(String(disk.cut(random).get(path)?.subarray(498, 526)))
    }
    const [a, b] = ['a', 'b']
    expect(outcomes).toEqual(
      new Set([
        a.repeat(28),
        a.repeat(2) + b.repeat(12) + a.repeat(14),
        a.repeat(14) + b.repeat(12) + a.repeat(2),
        a.repeat(2) + b.repeat(24) + a.repeat(2),
      ]),
    )
  })

  it('is not covered by an fsync that started before the write ended', () => {
    const { disk, file } = createDisk()
    disk.write(file, { line: 5, offset: 0 }, bytes('b', 512))
    disk.sync(file, 4)
    expect(listOutcomes(disk)).toEqual(new Set(['aaaa', 'baaa']))
  })

  it('is lost for good when its fsync failed, even if the next one succeeds', () => {
    const { disk, file } = createDisk()
    disk.write(file, { line: 1, offset: 0 }, bytes('b', 512))
    disk.failSync(file, 2)
    disk.write(file, { line: 3, offset: 512 }, bytes('c', 512))
    disk.sync(file, 4)
    expect(listOutcomes(disk)).toEqual(new Set(['acaa']))
  })

  it('has gaps of zeros where a later part was written first, and its sizes come in order', () => {
    const { disk, file } = createDisk()
    disk.truncate(file, 0, 1)
    disk.write(file, { line: 2, offset: 0 }, bytes('b', 1_024))
    expect(listOutcomes(disk)).toEqual(
      new Set(['aaaa', 'baaa', 'abaa', 'bbaa', '', 'b', '-b', 'bb']),
    )
  })
})

describe('the name of a file', () => {
  it('is there once its folder is fsynced, whatever happened to the content', () => {
    const { disk } = createDisk()
    const file = disk.create('/data/new', 1)
    disk.write(file, { line: 2, offset: 0 }, bytes('b', 512))
    disk.sync(file, 3)
    expect(listOutcomes(disk, '/data/new')).toEqual(new Set(['missing', 'b']))
    disk.syncFolder('/data', 4)
    expect(listOutcomes(disk, '/data/new')).toEqual(new Set(['b']))
  })

  it('changes at once when it is replaced', () => {
    const { disk } = createDisk()
    const file = disk.create('/data/new', 1)
    disk.write(file, { line: 2, offset: 0 }, bytes('b', 512))
    disk.sync(file, 3)
    disk.rename('/data/new', path, 4)
    expect(listOutcomes(disk)).toEqual(new Set(['aaaa', 'b']))
    disk.syncFolder('/data', 5)
    expect(listOutcomes(disk)).toEqual(new Set(['b']))
    expect(listOutcomes(disk, '/data/new')).toEqual(new Set(['missing']))
  })
})

describe('a log of strace', () => {
  const toHex = (text: string) =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

  it('is replayed call by call, even where threads alternate and a call fails', async () => {
    const log = [
      `11 1.000001 openat(AT_FDCWD, "${toHex(path)}", O_RDWR|O_CLOEXEC) = 7 <0.000010>`,
      `11 1.000002 pwrite64(7, "${toHex('bb')}", 2, 4 <unfinished ...>`,
      `12 1.000003 openat(AT_FDCWD, "${toHex('/elsewhere')}", O_RDONLY) = 8 <0.000010>`,
      `11 1.000004 <... pwrite64 resumed>) = 2 <0.000020>`,
      `12 1.000005 pwrite64(7, "${toHex('cc')}", 2, 6) = -1 EIO (Input/output error) (INJECTED) <0.000001>`,
      `12 1.000006 write(8, "${toHex('dd')}", 2) = 2 <0.000001>`,
      `13 1.000006 close(9 <unfinished ...>`,
      `12 1.000006 openat(AT_FDCWD, "${toHex(path)}", O_RDWR) = 9 <0.000010>`,
      `13 1.000006 <... close resumed>) = 0 <0.000010>`,
      `12 1.000006 pwrite64(9, "${toHex('ee')}", 2, 0) = 2 <0.000001>`,
      `11 1.000007 ftruncate(7, 6) = 0 <0.000001>`,
      `11 1.000008 fsync(7 <unfinished ...>`,
      `11 1.000009 +++ killed by SIGKILL +++`,
    ]
    const { disk } = createDisk()
    const folders = new Set(['/data'])
    const replay = createReplay({ disk, isWatched: (name) => name === path, folders })
    const changes: boolean[] = []
    const lines = (async function* () {
      yield* log
    })()
    for await (const call of readSystemCalls(lines)) changes.push(replay(call))
    expect(changes).toEqual([false, false, true, false, false, false, false, true, true])
    expect(String(disk.readCached().get(path))).toBe('eeaabb')
    expect(disk.find(path)?.pending).toHaveLength(3)
  })
})
