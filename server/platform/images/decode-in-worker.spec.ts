import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { OverloadedError } from '../../overloaded-error.ts'
import { openSpoolFolder } from '../upload-spool.ts'
import { decodeInWorker } from './decode-in-worker.ts'

async function createPhoto(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
}

it('decoding does not block the event loop', async () => {
  await decodeInWorker(await createPhoto(20, 10), 'question')
  const bytes = await createPhoto(6_000, 4_000)
  const before = performance.eventLoopUtilization()
  const startedAt = performance.now()
  const picture = await decodeInWorker(bytes, 'identity')
  const durationMs = performance.now() - startedAt
  const { active } = performance.eventLoopUtilization(before)
  expect(picture).toMatchObject({ width: 1_600, height: 1_067 })
  expect(active).toBeLessThan(durationMs / 3)
})

it('the worker reads a spooled file in place', async () => {
  const folder = await openSpoolFolder(mkdtempSync(join(tmpdir(), 'spool-')))
  const spool = folder.openSpool()
  const bytes = await Promise.all(
    [createPhoto(30, 20), createPhoto(300, 200)].map(async (made) =>
      Buffer.concat([await made, Buffer.alloc(400_000)]),
    ),
  )
  const spooled = []
  for (const file of bytes) {
    const collected = spool.collect()
    for (let at = 0; at < file.length; at += 65_536) {
      await collected.write(file.subarray(at, at + 65_536))
    }
    spooled.push(collected.end())
  }
  expect(spooled[1]).toMatchObject({ position: bytes[0]?.length, length: bytes[1]?.length })
  const [small, large] = await Promise.all(spooled.map((file) => decodeInWorker(file, 'question')))
  expect(small).toMatchObject({ width: 30, height: 20 })
  expect(large).toMatchObject({ width: 300, height: 200 })
  await spool.close()
})

it('the worker restarts after a crash, and waiting clients are asked to retry', async () => {
  const nowhere = { fd: 1_000_000, position: 0, length: 10 }
  await expect(decodeInWorker(nowhere, 'question')).rejects.toThrow(OverloadedError)
  const png = await createPhoto(20, 10)
  expect(await decodeInWorker(png, 'question')).toMatchObject({ width: 20 })
})
