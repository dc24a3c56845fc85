import { readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { PictureUse } from '#core/picture.ts'
import { isRefusal } from '#core/refusal.ts'
import type { SpooledBytes } from '../upload-spool.ts'
import { decode } from './decode.ts'

export type PictureJob = {
  readonly id: number
  readonly bytes: SpooledBytes
  readonly use: PictureUse
}

parentPort?.on('message', async ({ id, bytes, use }: PictureJob) => {
  const decoded = await decode(toBuffer(bytes), use)
  if (isRefusal(decoded)) return void parentPort?.postMessage({ id, decoded })
  const png = new Uint8Array(decoded.png)
  parentPort?.postMessage({ id, decoded: { ...decoded, png } }, [png.buffer])
})
parentPort?.postMessage('ready')

function toBuffer(bytes: SpooledBytes): Buffer {
  if (bytes instanceof Uint8Array) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const buffer = Buffer.alloc(bytes.length)
  let read = 0
  while (read < bytes.length) {
    const count = readSync(bytes.fd, buffer, read, bytes.length - read, bytes.position + read)
    if (count === 0) throw new Error('A spooled file ended early')
    read += count
  }
  return buffer
}
