import { dirname } from 'node:path'
import type { DiskFile, SimulatedDisk } from './simulated-disk.ts'
import { parseStrings, parseWords, type SystemCall } from './system-calls.ts'

/** The calls by which a file or a name changes, and those by which it becomes durable. */
export const tracedCalls = [
  ...['open', 'openat', 'close', 'write', 'pwrite64', 'ftruncate', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat'],
  // Not used today; one that is used on a file of ours stops the replay.
  ...['writev', 'pwritev', 'pwritev2', 'truncate', 'fallocate', 'copy_file_range', 'creat'],
]

type ReplayOptions = {
  readonly disk: SimulatedDisk
  /** Whether a power cut of this file is looked at. */
  readonly isWatched: (path: string) => boolean
  readonly folders: ReadonlySet<string>
}

type OpenFile = {
  /** None for a folder. */
  readonly file: DiskFile | null
  readonly path: string
  readonly openedLine: number
  position: number
}
type Handler = (call: ReplayedCall) => boolean
type ReplayedCall = {
  readonly call: SystemCall
  readonly words: readonly string[]
  /** Parsed when they are needed: most are what is sent to students. */
  readonly getStrings: () => readonly Buffer[]
}

/**
 * @returns a function that carries a system call out on the disk, and tells whether that was one
 * which a power cut could meet
 */
export function createReplay({ disk, isWatched, folders }: ReplayOptions) {
  const openFiles = new Map<number, OpenFile>()

  const open: Handler = ({ call: { result: fd, endLine }, words, getStrings }) => {
    openFiles.delete(fd)
    const path = String(getStrings()[0])
    const opened = { path, openedLine: endLine, position: 0 }
    if (folders.has(path)) openFiles.set(fd, { ...opened, file: null })
    if (!isWatched(path)) return false
    const known = disk.find(path)
    const file = known ?? disk.create(path, endLine)
    const flags = words.join(' ')
    if (known && flags.includes('O_TRUNC')) disk.truncate(file, 0, endLine)
    if (flags.includes('O_APPEND')) throw new Error(`${path} is appended to`)
    openFiles.set(fd, { ...opened, file })
    return !known
  }

  const write: Handler = ({ call: { result, endLine, name }, words, getStrings }) => {
    const opened = openFiles.get(Number(words[0]))
    if (!opened?.file) return false
    const offset = name === 'write' ? opened.position : Number(words.at(-1))
    const [bytes = Buffer.alloc(0)] = getStrings()
    disk.write(opened.file, { line: endLine, offset }, bytes.subarray(0, result))
    if (name === 'write') opened.position += result
    return true
  }

  const truncate: Handler = ({ call: { endLine }, words }) => {
    const opened = openFiles.get(Number(words[0]))
    if (!opened?.file) return false
    disk.truncate(opened.file, Number(words[1]), endLine)
    return true
  }

  const sync: Handler = ({ call: { startLine, result }, words }) => {
    const opened = openFiles.get(Number(words[0]))
    if (!opened) return false
    const { file, path } = opened
    if (!file && result === 0) disk.syncFolder(path, startLine)
    if (file && result === 0) disk.sync(file, startLine)
    if (file && result !== 0) disk.failSync(file, startLine)
    return true
  }

  const close: Handler = ({ call: { startLine }, words }) => {
    const fd = Number(words[0])
    // Another thread may have got the number before this one's close had ended.
    if ((openFiles.get(fd)?.openedLine ?? 0) < startLine) openFiles.delete(fd)
    return false
  }

  const changeNames: Handler = ({ call: { name, endLine }, getStrings }) => {
    const [from = '', to = ''] = getStrings().map(String)
    if (!folders.has(dirname(to || from))) return false
    if (name.startsWith('rename')) disk.rename(from, to, endLine)
    else if (name.startsWith('link')) disk.link(from, to, endLine)
    else disk.unlink(from, endLine)
    return true
  }

  const handlers: Readonly<Record<string, Handler>> = {
    open,
    openat: open,
    close,
    write,
    pwrite64: write,
    ftruncate: truncate,
    fsync: sync,
    fdatasync: sync,
    rename: changeNames,
    renameat: changeNames,
    renameat2: changeNames,
    link: changeNames,
    linkat: changeNames,
    unlink: changeNames,
    unlinkat: changeNames,
  }

  return (call: SystemCall): boolean => {
    const handle = handlers[call.name]
    const words = parseWords(call.args)
    if (!handle) {
      if (!openFiles.has(Number(words[0]))) return false
      throw new Error(`${call.name} on a file of the institute is not understood yet`)
    }
    // A failed fsync counts as well: what it should have written may be lost.
    if (call.result < 0 && handle !== sync) return false
    return handle({ call, words, getStrings: () => parseStrings(call.args) })
  }
}
