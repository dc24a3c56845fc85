import { expect, it } from 'vitest'
import { awaitMinorWrite } from './minor-write.ts'

it('waits for a short write', async () => {
  let isDone = false
  const writing = new Promise<void>((resolve) => {
    setTimeout(() => {
      isDone = true
      resolve()
    }, 10)
  })
  await awaitMinorWrite(writing, { warn: () => {} })
  expect(isDone).toBe(true)
})

it('does not wait for a long write, and logs its failure', async () => {
  const warnings: unknown[] = []
  const { promise, reject } = Promise.withResolvers<void>()
  await awaitMinorWrite(promise, { warn: (...line: unknown[]) => void warnings.push(line) })
  expect(warnings).toEqual([])
  reject(new Error('database or disk is full'))
  await expect.poll(() => warnings).toHaveLength(1)
})
