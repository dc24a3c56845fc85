import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryName } from './atomic-file.ts'

/** Bytes that lie in a file of their own, or in memory while they are few. */
export type SpooledBytes =
  | Uint8Array
  | { readonly fd: number; readonly position: number; readonly length: number }

/** Holds the files of one call until its reply is sent. */
export type Spool = {
  /** Collects one file; call `end` once it has come whole. */
  collect(): {
    write(chunk: Buffer): void | Promise<void>
    end(): SpooledBytes
  }
  close(): Promise<void>
}

export type SpoolFolder = { openSpool(): Spool }

/** A part of a form that is larger goes to disk. */
const maxFileBytesInMemory = 256 * 1024
/** The most that one call keeps in memory, over all its parts. */
const maxTotalBytesInMemory = 1024 * 1024

/**
 * Created at start, when leftovers of a killed process are removed. A file is unlinked as soon as
 * it is open, so that nothing of it stays, neither after the call nor after kill -9.
 */
export async function openSpoolFolder(folder: string): Promise<SpoolFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  return { openSpool: () => openSpool(folder) }
}

function openSpool(folder: string): Spool {
  let opening: Promise<FileHandle> | null = null
  let isClosed = false
  let end = 0
  let bytesInMemory = 0

  /** @throws when the call has ended: nobody would close what is opened now */
  async function append(bytes: Buffer) {
    if (isClosed) throw new Error('The call ended before its files had come')
    opening ??= openUnlinked(folder)
    const file = await opening
    await file.writeFile(bytes)
    end += bytes.length
    return file.fd
  }

  return {
    collect() {
      let chunks: Buffer[] = []
      let length = 0
      let position: number | null = null
      let fd: number | null = null
      const toFile = async (bytes: Buffer) => {
        fd = await append(bytes)
      }
      return {
        write(chunk) {
          length += chunk.length
          if (position !== null) return toFile(chunk)
          chunks.push(chunk)
          if (length <= maxFileBytesInMemory && bytesInMemory + length <= maxTotalBytesInMemory)
            return
          position = end
          const bytes = Buffer.concat(chunks)
          chunks = []
          return toFile(bytes)
        },
        end() {
          if (position !== null && fd !== null) return { fd, position, length }
          bytesInMemory += length
          return Buffer.concat(chunks)
        },
      }
    },
    /** Also what is only being opened: Node ends a process that leaves a file to the collector. */
    async close() {
      if (isClosed) return
      isClosed = true
      const file = await opening?.catch(() => null)
      await file?.close()
    },
  }
}

async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, makeTemporaryName('upload'))
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}
