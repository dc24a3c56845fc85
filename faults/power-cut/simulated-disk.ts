import { basename, dirname, join } from 'node:path'
import type { RandomNumber } from '#core/random.ts'
import { GrowingBytes } from './growing-bytes.ts'

/** A disk writes a sector whole or not at all. */
const sectorBytes = 512

type Change = { readonly line: number } & (
  | { readonly offset: number; readonly bytes: Uint8Array }
  | { readonly size: number }
)

export type DiskFile = {
  /** The content that running programs see. */
  readonly cached: GrowingBytes
  readonly durable: GrowingBytes
  /** Since the last fsync. */
  pending: Change[]
}

type Names = Map<string, DiskFile>
/** Names that change together; null for one that goes. */
type Renaming = {
  readonly line: number
  readonly names: readonly (readonly [string, DiskFile | null])[]
}
type Folder = { readonly durable: Names; readonly cached: Names; pending: Renaming[] }

export type SimulatedDisk = ReturnType<typeof createSimulatedDisk>

/**
 * A disk below a page cache, as POSIX promises it and no better: what fsync has covered is there
 * after a power cut; of everything since, any part, in any order, torn at sectors. The name of a file
 * is a matter of its folder, which has an fsync of its own. Changes are numbered by the line of the
 * log on which they ended.
 */
export function createSimulatedDisk(contents: ReadonlyMap<string, Uint8Array>) {
  const folders = new Map<string, Folder>()
  const getFolder = (path: string): Folder => {
    const known = folders.get(path)
    if (known) return known
    const folder: Folder = { durable: new Map(), cached: new Map(), pending: [] }
    folders.set(path, folder)
    return folder
  }
  for (const [path, bytes] of contents) {
    const { durable, cached } = getFolder(dirname(path))
    const file = createFile(bytes)
    durable.set(basename(path), file)
    cached.set(basename(path), file)
  }

  const find = (path: string) => getFolder(dirname(path)).cached.get(basename(path)) ?? null

  function change(path: string, { line, names }: Renaming) {
    const folder = getFolder(path)
    folder.pending.push({ line, names })
    applyNames(folder.cached, names)
  }

  return {
    find,
    create(path: string, line: number): DiskFile {
      const file = createFile()
      change(dirname(path), { line, names: [[basename(path), file]] })
      return file
    },
    write(
      file: DiskFile,
      at: { readonly line: number; readonly offset: number },
      bytes: Uint8Array,
    ) {
      changeFile(file, { ...at, bytes })
    },
    truncate(file: DiskFile, size: number, line: number) {
      changeFile(file, { size, line })
    },
    rename(from: string, to: string, line: number) {
      if (dirname(from) !== dirname(to)) throw new Error(`${from} moves to another folder`)
      const names = [[basename(from), null] as const, [basename(to), find(from)] as const]
      change(dirname(from), { line, names })
    },
    link(from: string, to: string, line: number) {
      change(dirname(to), { line, names: [[basename(to), find(from)]] })
    },
    unlink(path: string, line: number) {
      change(dirname(path), { line, names: [[basename(path), null]] })
    },
    /** An fsync that began on this line covers what had ended before. */
    sync(file: DiskFile, startLine: number) {
      for (const one of file.pending) if (one.line < startLine) apply(file.durable, one)
      file.pending = file.pending.filter(({ line }) => line >= startLine)
    },
    /** After a failed one Linux takes what was to be written for written: no later one writes it. */
    failSync(file: DiskFile, startLine: number) {
      file.pending = file.pending.filter(({ line }) => line >= startLine)
    },
    syncFolder(path: string, startLine: number) {
      const folder = getFolder(path)
      for (const { line, names } of folder.pending)
        if (line < startLine) applyNames(folder.durable, names)
      folder.pending = folder.pending.filter(({ line }) => line >= startLine)
    },
    /** The content that running programs see. */
    readCached: () =>
      readAll(folders, { getNames: ({ cached }) => cached, read: ({ cached }) => cached.read() }),
    /** The content that a power cut leaves. */
    cut: (random: RandomNumber) =>
      readAll(folders, {
        getNames: (folder) => cutNames(folder, random),
        read: (file) => cutFile(file, random),
      }),
  }
}

function createFile(bytes: Uint8Array = Buffer.alloc(0)): DiskFile {
  return { cached: new GrowingBytes(bytes), durable: new GrowingBytes(bytes), pending: [] }
}

function changeFile(file: DiskFile, change: Change) {
  file.pending.push(change)
  apply(file.cached, change)
}

function applyNames(names: Names, changes: Renaming['names']) {
  for (const [name, file] of changes) {
    if (file) names.set(name, file)
    else names.delete(name)
  }
}

function apply(bytes: GrowingBytes, change: Change) {
  if ('size' in change) bytes.resize(change.size)
  else bytes.write(change.bytes, change.offset)
}

type View = {
  readonly getNames: (folder: Folder) => Names
  readonly read: (file: DiskFile) => Buffer
}

function readAll(
  folders: ReadonlyMap<string, Folder>,
  { getNames, read }: View,
): Map<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (const [path, folder] of folders) {
    for (const [name, file] of getNames(folder)) contents.set(join(path, name), read(file))
  }
  return contents
}

function cutNames({ durable, pending }: Folder, random: RandomNumber): Names {
  const names = new Map(durable)
  const share = pickShare(random)
  for (const one of pending) if (random() < share) applyNames(names, one.names)
  return names
}

/** A size is kept in the journal of the file system, so sizes change in order; sectors do not. */
function cutFile({ durable, pending }: DiskFile, random: RandomNumber): Buffer {
  const bytes = durable.copy()
  const share = pickShare(random)
  const resizings = pending.filter((change) => 'size' in change).length
  let resizingsLeft = Math.floor(random() * (resizings + 1))
  for (const change of pending) {
    if ('size' in change) {
      if (resizingsLeft-- > 0) bytes.resize(change.size)
      continue
    }
    for (const piece of toSectors(change)) {
      if (random() < share) bytes.write(piece.bytes, piece.offset)
    }
  }
  return bytes.read()
}

function* toSectors({ offset, bytes }: { readonly offset: number; readonly bytes: Uint8Array }) {
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sectorBytes - ((offset + from) % sectorBytes))
    yield { offset: offset + from, bytes: bytes.subarray(from, to) }
    from = to
  }
}

/** Nothing, everything, or about a part. */
function pickShare(random: RandomNumber): number {
  return [0, 0.1, 0.5, 0.9, 1][Math.floor(random() * 5)] as number
}
