import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import type { Database, Email } from '../deps.ts'
import {
  access,
  closeAfterwards,
  closeAll,
  hour,
  minute,
  openMailHouse,
  result,
} from '../house-mail.ts'
import type { Manner } from '../house-post-office.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'
import { claimDue } from './store.ts'

afterEach(closeAll)

it('sends results by the hundred, passwords before them, four at once', async () => {
  const house = await openMailHouse({ people: 150 })
  house.post.manners.push(...Array.from({ length: 4 }, (): Manner => 'wait'))
  await house.queue(Array.from({ length: 149 }, (_, n) => result(n)))
  await house.queue([access(149)])
  const count = () => house.mail.getResultProgress(house.db.read, 'exam1')
  await vi.waitFor(
    async () => expect(await count()).toEqual({ total: 149, sent: 149, failed: 0 }),
    {
      timeout: 15_000,
    },
  )
  const place = house.post.letters.findIndex((letter) => letter.subject?.includes('login'))
  expect(place).toBeLessThan(12)
  expect(house.post.mostAtOnce()).toBeLessThanOrEqual(4)
  expect(new Set(house.post.letters.map((letter) => letter.messageId)).size).toBe(150)
})

it('tells a result once, however often it is released', async () => {
  const house = await openMailHouse()
  await house.queue([result(0), result(1)])
  await house.until('sent', 1)
  await house.queue([result(0), result(1), result(2)])
  await house.until('sent', 1)
  expect(house.post.letters).toHaveLength(3)
  expect(await house.mail.getResultProgress(house.db.read, 'exam2')).toEqual({
    total: 0,
    sent: 0,
    failed: 0,
  })
})

it('puts failed results back in the queue, and only those', async () => {
  const house = await openMailHouse()
  house.post.manners.push('refuse-for-good')
  await house.queue([result(0)])
  await house.until('failed', 1)
  await house.queue([result(1)])
  await vi.waitFor(async () =>
    expect(await house.mail.getResultProgress(house.db.read, 'exam1')).toEqual({
      total: 2,
      sent: 1,
      failed: 1,
    }),
  )
  const retry = () =>
    house.db.write((tx) => house.mail.retryFailedResults(tx, 'exam1', house.clock.at))
  expect(await retry()).toBe(1)
  house.mail.wake()
  await house.until('sent', 1)
  expect(await retry()).toBe(0)
})

it('writes a failed result anew when it is queued again', async () => {
  const house = await openMailHouse()
  house.post.manners.push('refuse-for-good')
  await house.queue([result(0)])
  await house.until('failed', 1)
  await house.queue([{ ...result(0), title: 'JavaScript, corrected' } as Email])
  await house.until('sent', 1)
  expect(house.post.letters[0]?.subject).toBe('Your result: JavaScript, corrected')
})

it('wipes what is older than 72 hours, and then a retry starts from nothing', async () => {
  const house = await openMailHouse()
  house.post.manners.push('refuse-for-good')
  await house.queue([result(0)])
  await house.until('failed', 1)
  expect((await house.row())?.text_body).toContain('12 of 20')
  house.pass(72 * hour)
  await vi.waitFor(async () =>
    expect(await house.row()).toMatchObject({ text_body: null, html_body: null }),
  )
  const retried = await house.db.write((tx) =>
    house.mail.retryFailedResults(tx, 'exam1', house.clock.at),
  )
  expect(retried).toBe(0)
  expect(await house.rows()).toEqual([])
})

it('does not send a password that has run out', async () => {
  const house = await openMailHouse()
  await house.mail.close()
  await house.db.write((tx) => house.mail.queue(tx, [access()], house.clock.at))
  house.clock.at += 73 * hour
  house.open()
  await house.until('failed', 0)
  expect((await house.row())?.last_error).toBe('Too old to be sent.')
  expect(house.post.letters).toHaveLength(0)
})

it('takes over what a killed process had begun, when its lease is over', async () => {
  const house = await openMailHouse()
  await house.mail.close()
  await house.db.write((tx) => house.mail.queue(tx, [access()], house.clock.at))
  const at = house.clock.at
  await house.db.write((tx) => claimDue(tx, { at, until: at + 2 * minute, most: 4 }))
  const reopened = house.open()
  house.clock.at += 2 * minute - 1
  reopened.wake()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(house.post.letters).toHaveLength(0)
  house.clock.at += 1
  reopened.wake()
  await house.until('sent', 2)
  expect(house.post.letters).toHaveLength(1)
})

it('sends each letter once though two processes look after one database', async () => {
  const house = await openMailHouse({ people: 100 })
  const others = [house.open(), house.open()]
  await house.queue(Array.from({ length: 100 }, (_, n) => result(n)))
  for (const other of others) other.wake()
  await house.until('sent', 1)
  expect(house.post.letters).toHaveLength(100)
})

it('lets a letter that is under way arrive before it closes', async () => {
  const house = await openMailHouse()
  house.post.manners.push('wait')
  await house.queue([access()])
  await vi.waitFor(() => expect(house.post.letters).toHaveLength(1))
  await house.mail.close()
  expect(await house.row()).toMatchObject({ state: 'sent', tries: 1 })
})

it('does not send a letter again because the database was away when it had been sent', async () => {
  const house = await openMailHouse()
  await house.mail.close()
  await house.db.write((tx) => house.mail.queue(tx, [access()], house.clock.at))
  let writes = 0
  const db: Database = {
    ...house.db,
    write: (job) => {
      writes += 1
      // The second is the lease, the third tells that the letter is sent.
      return writes === 3 ? Promise.reject(new Error('away')) : house.db.write(job)
    },
  }
  const sender = openSmtp({ url: house.post.url, from: 'hello@fslacademy.example' })
  const log = pino({ enabled: false })
  const outbox = openOutbox({ db, now: () => house.clock.at, sender, host: 'example.org', log })
  closeAfterwards(outbox.close)
  await house.until('sent', 1)
  expect(writes).toBe(4)
  expect(house.post.letters).toHaveLength(1)
})
