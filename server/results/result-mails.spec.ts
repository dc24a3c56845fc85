import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { getReleaseProgress, releaseResult } from '#contract/results.ts'
import { addAccount } from '../auth/store.ts'
import type { Guest, House } from '../house.ts'
import { aStudent, questions, releasedExam } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { inLongForm } from '../house-long.ts'
import { type Manner, openPostOffice } from '../house-post-office.ts'
import { addStudent } from '../students/store.ts'

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
    const { testId, addresses } = await aClassThatFinished()
    const failing: Manner[] = ['refuse-for-now', 'cut-early', 'refuse-for-now', 'refuse-for-good']
    post.manners.push(
      ...Array.from({ length: classSize }, (_, n): Manner => {
        return n % 10 === 9 ? (failing[Math.floor(n / 10) % failing.length] ?? 'take') : 'take'
      }),
    )
    const params = { testId }
    const released = await admin.ask(releaseResult, { params })
    expect(released).toMatchObject({ status: 202, json: { queued: classSize } })
    await admin.ask(releaseResult, { params })

    const firstEnd = await untilDone(testId)
    expect(firstEnd.json).toMatchObject({
      ...{ state: 'failed', total: classSize, sent: classSize - firstEnd.json.failed },
      message: 'Failed to send result emails.',
    })
    expect(firstEnd.json.failed).toBeGreaterThan(0)
    expect(firstEnd.json.failed).toBeLessThanOrEqual(Math.ceil(classSize / 40))

    const again = await admin.ask(releaseResult, { params })
    expect(again.json.queued).toBe(firstEnd.json.failed)
    const secondEnd = await untilDone(testId)
    expect(secondEnd.json).toMatchObject({
      ...{ state: 'done', total: classSize, sent: classSize, failed: 0 },
      message: 'Result emails sent successfully.',
    })
    await admin.ask(releaseResult, { params })
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
    if (await isUnderWay()) continue
    house.pass(minute)
    house.deps.mail.wake()
  }
}

async function isUnderWay(): Promise<boolean> {
  const letter = await house.deps.db.read
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where((is) =>
      is.or([is('leased_until', 'is not', null), is('next_try_at', '<=', house.clock.at)]),
    )
    .limit(1)
    .executeTakeFirst()
  return letter !== undefined
}

/** Written straight into the tables: sitting it is told elsewhere. */
async function aClassThatFinished() {
  post = await openPostOffice()
  house = await openHouse({ smtpUrl: post.url })
  admin = await house.admin()
  const { _id: testId } = await releasedExam(admin, { questions: questions(5) })
  const { db, newId, now } = house.deps
  const at = now()
  const addresses: string[] = []
  await db.write(async (tx) => {
    const { revision_id } = await tx
      .selectFrom('exams')
      .select('revision_id')
      .where('id', '=', testId)
      .executeTakeFirstOrThrow()
    for (let seat = 0; seat < classSize; seat++) {
      const [id, email, name] = [newId(), `seat${seat}@example.com`, `Student ${seat}`]
      await addAccount(tx, { id, role: 'student', email, name }, at)
      await addStudent(tx, { ...aStudent, id, email, name, created_at: at })
      await tx
        .insertInto('attempts')
        .values({
          ...{ id: newId(), exam_id: testId, revision_id, student_id: id },
          ...{ seed: randomBytes(4).readUInt32LE(), started_at: at, ends_at: at + 30 * minute },
          ...{ closes_at: at + 30 * minute + 15_000, finished_at: at + minute },
          ...{ finish_reason: 'Completed', score: seat % 6 },
        })
        .execute()
      addresses.push(`"${name}" <${email}>`)
    }
  })
  return { testId, addresses }
}
