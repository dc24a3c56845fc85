import { readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import type { ImagePurpose } from '#core/images/image-limits.ts'
import { isRefusal } from '#core/refusal.ts'
import type { SpooledBytes } from '../upload-spool.ts'
import { decode } from './decode.ts'

export type DecodeJob = {
  readonly id: number
  readonly bytes: SpooledBytes
  readonly use: ImagePurpose
}

// Pixels lie outside V8's heap and do not trigger its collector: hundreds of MB would pile up.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
setFlagsFromString('--no-expose-gc')

parentPort?.on('message', async ({ id, bytes, use }: DecodeJob) => {
  const decoded = await decode(toBuffer(bytes), use)
  if (isRefusal(decoded)) return void parentPort?.postMessage({ id, decoded })
  const png = new Uint8Array(decoded.png)
  parentPort?.postMessage({ id, decoded: { ...decoded, png } }, [png.buffer])
  setImmediate(collect)
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
