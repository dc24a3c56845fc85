import { describe, expect, it } from 'vitest'
import { waitUntilDue } from './wait-until-due.ts'

describe('waitUntilDue', () => {
  it('never counts from a moment in the future', async () => {
    for (let turn = 0; turn < 50; turn++) {
      const from = await waitUntilDue(performance.now() + Math.random() * 3)
      expect(performance.now() - from).toBeGreaterThanOrEqual(0)
    }
  })

  it('counts from the due moment if it is past', async () => {
    const dueAt = performance.now() - 1000
    expect(await waitUntilDue(dueAt)).toBe(dueAt)
  })

  it('ends with its signal', async () => {
    const wait = waitUntilDue(performance.now() + 60_000, AbortSignal.abort())
    await expect(wait).rejects.toThrow('aborted')
  })
})
