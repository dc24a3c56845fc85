import { afterEach, expect, it } from 'vitest'
import { access, closeAfterwards, closeAll, hour, minute, openMailHouse } from '../house-mail.ts'
import { type Manner, openPostOffice } from '../house-post-office.ts'

afterEach(closeAll)

it('a mail server that asks to wait is asked again after 1, 2, 4 … 10 minutes', async () => {
  const house = await openMailHouse()
  const waits = [1, 2, 4, 8, 10, 10]
  house.post.manners.push(...waits.map((): Manner => 'refuse-for-now'))
  await house.queue([access()])
  for (const [index, minutes] of waits.entries()) {
    await house.until('queued', index + 1)
    const row = await house.row()
    const wait = ((row?.next_try_at ?? 0) - house.clock.at) / minute
    expect(wait).toBeGreaterThanOrEqual(minutes * 0.8)
    expect(wait).toBeLessThanOrEqual(minutes * 1.2)
    expect(row?.last_error).toBe('The mail server said: 451 4.3.0 Try again later')
    house.pass(minutes * 1.2 * minute)
  }
  await house.until('sent', waits.length + 1)
})

it.each(['refuse-recipient', 'refuse-for-good'] as const)(
  'that says never (%s) is not asked again',
  async (manner) => {
    const house = await openMailHouse()
    house.post.manners.push(manner)
    await house.queue([access()])
    await house.until('failed', 1)
    house.pass(24 * hour)
    await house.until('failed', 1)
    expect((await house.row())?.last_error).toMatch(/^The mail server said: 55\d/)
    expect((await house.row())?.last_error).not.toMatch(/person0|https/)
    expect(house.post.letters).toHaveLength(0)
  },
)

it('a mail server that is away holds nobody up, and gets the letter when it is back', async () => {
  const house = await openMailHouse()
  await house.post.close()
  await house.queue([access()])
  await house.until('queued', 1)
  expect((await house.row())?.last_error).toBe('No answer from the mail server (ESOCKET).')
  const back = await openPostOffice({ port: house.post.port })
  closeAfterwards(() => back.close())
  house.pass(2 * minute)
  await house.until('sent', 2)
  expect(back.letters).toHaveLength(1)
})

it('a mail server that hangs up when it has the letter gets it once more, under the same Message-ID', async () => {
  const house = await openMailHouse()
  house.post.manners.push('cut')
  await house.queue([access()])
  await house.until('queued', 1)
  expect((await house.row())?.maybe_sent_at).toBe(house.clock.at)
  house.pass(2 * minute)
  await house.until('sent', 2)
  expect(house.post.letters.map((letter) => letter.messageId)).toEqual(
    Array(2).fill('<mail1@exams.example.org>'),
  )
})

it('a mail server that does so twice is not trusted with a third copy', async () => {
  const house = await openMailHouse()
  house.post.manners.push('cut', 'refuse-for-now', 'cut', 'take')
  await house.queue([access()])
  for (const tries of [1, 2]) {
    await house.until('queued', tries)
    house.pass(5 * minute)
  }
  await house.until('failed', 3)
  house.pass(24 * hour)
  await house.until('failed', 3)
  expect(house.post.letters).toHaveLength(2)
  expect((await house.row())?.last_error).toMatch('broke off when it had the letter')
})

it('a mail server that hangs up before it has the letter may do so as often as it likes', async () => {
  const house = await openMailHouse()
  house.post.manners.push('cut-early', 'cut-early', 'cut-early')
  await house.queue([access()])
  for (const tries of [1, 2, 3]) {
    await house.until('queued', tries)
    house.pass(12 * minute)
  }
  await house.until('sent', 4)
  expect(house.post.letters).toHaveLength(1)
})
