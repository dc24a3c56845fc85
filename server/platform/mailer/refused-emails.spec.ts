import { afterEach, describe, expect, it, vi } from 'vitest'
import { pickByRunLength } from '#test/long-run.ts'
import {
  closeAll,
  createLoginDetailsEmail,
  createMailFixture,
  createResultEmail,
  hour,
  minute,
} from '#test/mail-fixtures.ts'
import type { StandingRefusal } from '#test/smtp-server.ts'
import type { Email } from './email.ts'

afterEach(closeAll)

type Fixture = Awaited<ReturnType<typeof createMailFixture>>

const eventually = <T>(assertion: () => T | Promise<T>) =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 })

/** Makes emails to students who have their addresses at different domains. */
function createResultEmailAt(n: number, domain = `domain${n % 7}.example`): Email {
  return {
    ...createResultEmail(n),
    to: { name: `Person ${n}`, address: `person${n}@${domain}` },
  } as Email
}

const waitForProblem = (fixture: Fixture, problem: RegExp) =>
  eventually(async () => expect(await fixture.mail.findDeliveryProblem()).toMatch(problem))

/** Nothing is on its way. */
const waitUntilIdle = (fixture: Fixture) =>
  eventually(async () => {
    const { db } = fixture
    const leased = db.read.selectFrom('mails').select('id').where('leased_until', 'is not', null)
    expect(await leased.execute()).toEqual([])
  })

async function countStates({ db }: Fixture) {
  const rows = await db.read
    .selectFrom('mails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const classSize = pickByRunLength(600, 60)

describe(`${classSize} results`, () => {
  it.each([
    {
      name: 'the sender is refused',
      refusal: { stage: 'sender', code: 553, text: '5.7.1 Sender address rejected' },
      problem: /takes no emails from this site: check MAIL_FROM.* It said: 553 5\.7\.1 Sender/,
    },
    {
      name: 'the daily limit is reached',
      refusal: { stage: 'data', code: 550, text: '5.4.5 Daily user sending limit exceeded' },
      problem: /takes no more emails for now: a limit.* It said: 550 5\.4\.5 Daily user sending/,
    },
    {
      name: 'relaying is denied',
      refusal: { stage: 'recipient', code: 554, text: 'relay denied' },
      problem: /refuses emails of this site to other domains.* It said: 554 relay denied/,
    },
  ] as const satisfies readonly { name: string; refusal: StandingRefusal; problem: RegExp }[])(
    'all arrive once when $name for 30 hours',
    { timeout: 120_000 },
    async ({ refusal, problem }) => {
      const fixture = await createMailFixture({ people: classSize })
      fixture.smtp.standing.refusal = refusal
      await fixture.queue(Array.from({ length: classSize }, (_, n) => createResultEmailAt(n)))
      // By its first answers: the clock stands still.
      await waitForProblem(fixture, problem)
      await waitUntilIdle(fixture)
      expect(await countStates(fixture)).toEqual({ queued: classSize })
      expect(fixture.smtp.standing.refused).toBeLessThanOrEqual(8)

      const { refused } = fixture.smtp.standing
      // More tries than any email gets that is refused for itself.
      await fixture.db.write((tx) =>
        tx.updateTable('mails').set({ tries: 200 }).where('tries', '>', 0).execute(),
      )
      fixture.advanceClock(30 * hour)
      await eventually(() => expect(fixture.smtp.standing.refused).toBeGreaterThan(refused))
      await waitForProblem(fixture, problem)
      await waitUntilIdle(fixture)
      expect(fixture.smtp.standing.refused).toBeLessThanOrEqual(refused + 2)

      fixture.smtp.standing.refusal = null
      fixture.advanceClock(15 * minute)
      await eventually(async () => expect(await countStates(fixture)).toEqual({ sent: classSize }))
      expect(fixture.smtp.received).toHaveLength(classSize)
      expect(new Set(fixture.smtp.received.map(({ messageId }) => messageId)).size).toBe(classSize)
      expect(await fixture.mail.findDeliveryProblem()).toBeNull()
    },
  )
})

const relayDenied = {
  stage: 'recipient',
  code: 554,
  text: '5.7.1 Relay access denied',
} as const satisfies StandingRefusal

describe('a refusal by policy', () => {
  it('at one domain is tried again, and at a second one is blamed on the server', async () => {
    const fixture = await createMailFixture()
    fixture.smtp.standing.refusal = relayDenied
    await fixture.queue([
      createResultEmailAt(0, 'one.example'),
      createResultEmailAt(1, 'One.example'),
    ])
    await fixture.waitForState('queued', 1)
    expect(await fixture.mail.findDeliveryProblem()).toBeNull()
    expect((await fixture.row())?.last_error).toBe(
      'The mail server said: 554 5.7.1 Relay access denied',
    )
    await fixture.queue([createResultEmailAt(2, 'two.example')])
    await waitForProblem(fixture, /to other domains/)
    for (const { last_error } of await fixture.rows()) expect(last_error).toMatch(/other domains/)
  })

  it('at two domains more than 10 minutes apart is not blamed on the server', async () => {
    const fixture = await createMailFixture()
    fixture.smtp.standing.refusal = relayDenied
    await fixture.queue([createResultEmailAt(0, 'one.example')])
    await fixture.waitForState('queued', 1)
    // Its next try is held up.
    await fixture.db.write((tx) =>
      tx
        .updateTable('mails')
        .set({ next_try_at: fixture.clock.at + hour })
        .execute(),
    )
    fixture.clock.at += 10 * minute + 1
    await fixture.queue([createResultEmailAt(1, 'two.example')])
    await fixture.waitForState('queued', 1)
    expect(await fixture.mail.findDeliveryProblem()).toBeNull()
  })

  it('at one domain fails after a day, and counts as failed', async () => {
    const fixture = await createMailFixture()
    fixture.smtp.standing.refusal = relayDenied
    await fixture.queue([createResultEmailAt(0)])
    await fixture.waitForState('queued', 1)
    await fixture.db.write((tx) => tx.updateTable('mails').set({ tries: 149 }).execute())
    fixture.advanceClock(hour)
    await fixture.waitForState('failed', 150)
    expect(await fixture.row()).toMatchObject({ failed_at: fixture.clock.at, refusal_code: null })
  })

  it('is still reported when other emails arrive, until its own do', async () => {
    const fixture = await createMailFixture()
    fixture.smtp.standing.refusal = {
      ...relayDenied,
      isRefused: ({ to }) => !to.endsWith('@ours.example'),
    }
    await fixture.queue([createResultEmailAt(0, 'a.example'), createResultEmailAt(1, 'b.example')])
    await waitForProblem(fixture, /to other domains/)
    await waitUntilIdle(fixture)
    await fixture.queue([createResultEmailAt(2, 'ours.example')])
    fixture.advanceClock(minute)
    await eventually(() => expect(fixture.smtp.received).toHaveLength(1))
    await waitUntilIdle(fixture)
    expect(await fixture.mail.findDeliveryProblem()).toMatch(/to other domains/)
    fixture.smtp.standing.refusal = null
    fixture.advanceClock(3 * minute)
    await fixture.waitForState('sent')
    expect(await fixture.mail.findDeliveryProblem()).toBeNull()
  })
})

it('every process reports a refusal that one of them got, until any email arrives', async () => {
  const fixture = await createMailFixture()
  await fixture.mail.close()
  const [first, second] = [fixture.open(), fixture.open()]
  fixture.smtp.standing.refusal = { stage: 'sender', code: 530, text: '5.7.0 Must log in first' }
  await fixture.db.write((tx) => first.queue(tx, [createResultEmailAt(0)], fixture.clock.at))
  first.wake()
  await eventually(async () =>
    expect(await second.findDeliveryProblem()).toMatch(/It said: 530 5\.7\.0 Must log in first$/),
  )
  fixture.smtp.standing.refusal = null
  fixture.clock.at += 2 * minute
  second.wake()
  await fixture.waitForState('sent')
  expect(await first.findDeliveryProblem()).toBeNull()
})

it('an email at which the server hangs up keeps its retry time while others arrive', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.behaviours.push('cut-early')
  await fixture.queue([createResultEmail(0)])
  await waitForProblem(fixture, /broke off/)
  const nextTryAt = (await fixture.row())?.next_try_at
  await fixture.queue([createResultEmail(1)])
  await eventually(() => expect(fixture.smtp.received).toHaveLength(1))
  await waitUntilIdle(fixture)
  expect(await fixture.mail.findDeliveryProblem()).toBeNull()
  const rows = await fixture.rows()
  expect(rows.find(({ state }) => state === 'queued')).toMatchObject({
    tries: 1,
    next_try_at: nextTryAt,
  })
})

it('a refusal is still known after a restart', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.standing.refusal = { stage: 'sender', code: 553, text: '5.7.1 Not yours' }
  await fixture.queue([createResultEmailAt(0)])
  await waitForProblem(fixture, /check MAIL_FROM/)
  await fixture.mail.close()
  expect(await fixture.open().findDeliveryProblem()).toMatch(/check MAIL_FROM/)
})

it('an expired password is not sent, even if its email was queued again', async () => {
  const fixture = await createMailFixture()
  fixture.smtp.standing.refusal = { stage: 'sender', code: 550, text: '5.4.5 Daily limit exceeded' }
  const expiresAt = fixture.clock.at + hour
  await fixture.queue([{ ...createLoginDetailsEmail(), expiresAt } as Email, createResultEmail(1)])
  await waitForProblem(fixture, /a limit of the account is reached/)
  await waitUntilIdle(fixture)
  fixture.smtp.standing.refusal = null
  fixture.advanceClock(hour)
  await eventually(async () => {
    const rows = await fixture.rows()
    expect(rows.find(({ kind }) => kind === 'result')).toMatchObject({ state: 'sent' })
    expect(rows.find(({ kind }) => kind !== 'result')).toMatchObject({
      state: 'failed',
      last_error: 'Not sent: its one-time password has run out.',
      failed_at: fixture.clock.at,
    })
  })
  expect(fixture.smtp.received).toHaveLength(1)
})
