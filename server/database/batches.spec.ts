import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBatches } from './batches.ts'

function createRecorder(getKey?: (item: string) => string) {
  const batches: string[][] = []
  const ask = createBatches(async (items: readonly string[]) => {
    batches.push([...items])
    await sleep(20)
    if (items.includes('faulty')) throw new Error('a fault')
    return items.map((item) => `${item}!`)
  }, getKey)
  return { ask, batches }
}

it('handles simultaneous calls together, each with its own result', async () => {
  const { ask, batches } = createRecorder()
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['a!', 'b!', 'c!'])
  expect(batches).toEqual([['a', 'b', 'c']])
})

it('gathers calls while a batch runs, for the next batch', async () => {
  const { ask, batches } = createRecorder()
  const first = ask('a')
  await setImmediate()
  await Promise.all([first, ask('b'), ask('c')])
  expect(batches).toEqual([['a'], ['b', 'c']])
})

it('keeps items with the same key apart and in order', async () => {
  const { ask, batches } = createRecorder((item) => item[0] ?? '')
  await Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map(ask))
  expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']])
})

it('fails a whole batch, and continues', async () => {
  const { ask } = createRecorder()
  const settled = await Promise.allSettled([ask('a'), ask('faulty')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('b')).toBe('b!')
})
