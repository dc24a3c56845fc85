import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OverloadedError } from '../overloaded-error.ts'
import { createHashQueue, type HashJobOptions } from './job-queues.ts'

/** One job at a time; each says its name when it runs, and ends at once. */
function createBlockedQueue(maxWaiting = 200) {
  const ran: string[] = []
  const queue = createHashQueue({ atOnce: 1, maxWaiting, jobSeconds: 0.05 })
  let unblock = () => {}
  const blocked = queue.add(
    { priority: 'other' },
    () => new Promise<void>((resolve) => (unblock = resolve)),
  )
  const submit = (name: string, options: HashJobOptions) =>
    queue.add(options, async () => {
      ran.push(name)
    })
  return {
    ran,
    submit,
    getPlace: queue.getPlace,
    unblock: async () => {
      unblock()
      await blocked
    },
  }
}

const repeat = (count: number, make: (n: number) => Promise<void>) =>
  Array.from({ length: count }, (_, n) => make(n))

it('takes logins before other hashes, first those whose attempt runs, last who may be guessing', async () => {
  const { ran, submit, unblock } = createBlockedQueue()
  const all = [
    submit('suspect', { priority: 'suspect' }),
    submit('other', { priority: 'other' }),
    submit('login', { priority: 'login' }),
    submit('ahead', { priority: 'ahead' }),
  ]
  await unblock()
  await Promise.all(all)
  expect(ran).toEqual(['ahead', 'login', 'other', 'suspect'])
})

it('starves no priority: each fifth turn at the latest is another one’s', async () => {
  const { ran, submit, unblock } = createBlockedQueue()
  const all = [
    ...repeat(2, (n) => submit(`other ${n}`, { priority: 'other' })),
    ...repeat(20, (n) => submit(`login ${n}`, { priority: 'login' })),
  ]
  await unblock()
  await Promise.all(all)
  expect([ran.indexOf('other 0'), ran.indexOf('other 1')]).toEqual([4, 9])
})

it('lets networks take turns, so that a flood from one holds up nobody else', async () => {
  const { ran, submit, unblock } = createBlockedQueue()
  const flood = repeat(100, (n) =>
    submit(`flood ${n}`, { priority: 'login', network: '192.0.2.1' }),
  )
  const classroom = repeat(3, (n) =>
    submit(`lab ${n}`, { priority: 'login', network: '192.0.2.2' }),
  )
  await unblock()
  await Promise.all([...flood, ...classroom])
  expect(ran.slice(0, 6)).toEqual(['flood 0', 'lab 0', 'flood 1', 'lab 1', 'flood 2', 'lab 2'])
})

it('refuses a network that fills the queue, and no other', async () => {
  const { submit, unblock } = createBlockedQueue(10)
  const options = { priority: 'login', network: '192.0.2.1' } as const
  const flood = await Promise.allSettled([
    ...repeat(12, (n) => submit(`flood ${n}`, options)).slice(10),
    unblock(),
  ])
  const refused = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(2)
  expect(refused[0]).toBeInstanceOf(OverloadedError)
  await submit('lab', { priority: 'login', network: '192.0.2.2' })
})

it('tells each ticket the place in which its job will run', async () => {
  const network = fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3')
  await fc.assert(
    fc.asyncProperty(fc.array(network, { maxLength: 20 }), async (networks) => {
      const { ran, submit, getPlace, unblock } = createBlockedQueue()
      const all = networks.map((from, n) =>
        submit(`ticket ${n}`, { priority: 'login', network: from, ticket: `ticket ${n}` }),
      )
      const places = networks.map((_, n) => getPlace(`ticket ${n}`))
      await unblock()
      await Promise.all(all)
      expect(places).toEqual(networks.map((_, n) => ran.indexOf(`ticket ${n}`) + 1))
      expect(getPlace('ticket 0')).toBeNull()
    }),
    { numRuns: 100 },
  )
})

it('counts those with a running attempt before every other login', async () => {
  const { submit, getPlace, unblock } = createBlockedQueue()
  const all = [
    submit('first', { priority: 'login', network: 'a', ticket: 'first' }),
    submit('crashed', { priority: 'ahead', network: 'b', ticket: 'crashed' }),
    submit('suspect', { priority: 'suspect', network: 'c', ticket: 'suspect' }),
  ]
  expect(['crashed', 'first', 'suspect', 'nobody'].map(getPlace)).toEqual([1, 2, 3, null])
  await unblock()
  await Promise.all(all)
})

it('goes on after a job that fails', async () => {
  const { add } = createHashQueue({ atOnce: 1, maxWaiting: 5, jobSeconds: 0.05 })
  const all = await Promise.allSettled([
    add({ priority: 'login' }, () => Promise.reject(new Error('no'))),
    add({ priority: 'login' }, async () => 'yes'),
  ])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
