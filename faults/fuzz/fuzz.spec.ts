import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { arbitraryCalls } from './arbitrary-calls.ts'
import { countReply, type ReplyCounts, writeFuzzReport } from './fuzz-report.ts'
import { createFuzzTarget, type FuzzTarget } from './fuzz-target.ts'

/** `npm run faults -- fuzz --runs 100000` sets them; every second call has files. */
const totalRuns = Number(process.env.FUZZ_RUNS || 0)
const seed = Number(process.env.FUZZ_SEED || 1)
const all = Object.entries(endpoints)
const withFiles = all.filter(([, { upload }]) => upload).length

function getRunCount({ upload }: Endpoint): number {
  if (totalRuns === 0) return upload ? 80 : 20
  const share = upload ? totalRuns / 2 / withFiles : totalRuns / 2 / (all.length - withFiles)
  return Math.ceil(share)
}

let target: FuzzTarget
const replyCounts: ReplyCounts = new Map()
beforeAll(async () => {
  target = await createFuzzTarget()
})
beforeEach(() => target.restore())
afterAll(async () => {
  await target?.close()
  const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'sqlite'
  if (totalRuns > 0) console.log(writeFuzzReport({ engine, seed, replyCounts }))
})

describe.each(all)('%s', (_name, endpoint) => {
  it(
    'answers odd input with a message and never with a fault',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryCalls(endpoint, target), async (call) => {
          const reply = await call.send()
          countReply(replyCounts, call, reply)
          if (reply.status === null) return
          expect(reply.status, reply.body).toBeLessThan(500)
          if (reply.status >= 400) expect(JSON.parse(reply.body).message).toMatch(/\S/)
        }),
        { numRuns: getRunCount(endpoint), seed },
      )
    },
    20_000 + totalRuns * 20,
  )
})

it('the server still works afterwards', async () => {
  await target.restore()
})
