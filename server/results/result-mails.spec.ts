import { afterEach, expect, it } from 'vitest'
import { getReleaseProgress, releaseResults } from '#contract/results.ts'
import type { Guest, House } from '../house.ts'
import { aClassThatFinished, passAMinute } from '../house-big-class.ts'
import { openHouse } from '../house-engine.ts'
import { inLongForm } from '../house-long.ts'
import { type Manner, openPostOffice } from '../house-post-office.ts'

const minute = 60_000
const classSize = inLongForm(1_000, 60)
let house: House
let admin: Guest
let post: Awaited<ReturnType<typeof openPostOffice>>
afterEach(async () => {
  await house.close()
  await post.close()
})

it(
  'each student gets exactly one result through a server that fails one in ten for a while',
  async () => {
    post = await openPostOffice()
    house = await openHouse({ smtpUrl: post.url })
    admin = await house.admin()
    const { testId, addresses } = await aClassThatFinished(house, admin, classSize)
    const failing: Manner[] = ['refuse-for-now', 'cut-early', 'refuse-for-now', 'refuse-for-good']
    post.manners.push(
      ...Array.from({ length: classSize }, (_, n): Manner => {
        return n % 10 === 9 ? (failing[Math.floor(n / 10) % failing.length] ?? 'take') : 'take'
      }),
    )
    const params = { testId }
    const released = await admin.ask(releaseResults, { params })
    expect(released).toMatchObject({ status: 202, json: { queued: classSize } })
    await admin.ask(releaseResults, { params })

    const firstEnd = await untilDone(testId)
    expect(firstEnd.json).toMatchObject({
      ...{ state: 'failed', total: classSize, sent: classSize - firstEnd.json.failed },
      message: 'Failed to send result emails.',
    })
    expect(firstEnd.json.failed).toBeGreaterThan(0)
    expect(firstEnd.json.failed).toBeLessThanOrEqual(Math.ceil(classSize / 40))

    const again = await admin.ask(releaseResults, { params })
    expect(again.json.queued).toBe(firstEnd.json.failed)
    const secondEnd = await untilDone(testId)
    expect(secondEnd.json).toMatchObject({
      ...{ state: 'done', total: classSize, sent: classSize, failed: 0 },
      message: 'Result emails sent successfully.',
    })
    await admin.ask(releaseResults, { params })
    house.pass(60 * minute)
    await untilDone(testId)
    const written = post.letters.flatMap(({ to }) => [to ?? []].flat().map(({ text }) => text))
    expect(written.toSorted()).toEqual(addresses.toSorted())
  },
  inLongForm(600_000, 60_000),
)

/** Time passes only while no letter is under way, as its lease would run out; the progress never goes back. */
async function untilDone(testId: string) {
  const givesUpAt = performance.now() + inLongForm(500_000, 50_000)
  let sent = 0
  for (;;) {
    const progress = await admin.ask(getReleaseProgress, { params: { testId } })
    expect(progress.json.sent).toBeGreaterThanOrEqual(sent)
    sent = progress.json.sent
    if (progress.json.state !== 'sending') return progress
    if (performance.now() > givesUpAt) throw new Error(`Still at ${progress.text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await passAMinute(house)
  }
}
