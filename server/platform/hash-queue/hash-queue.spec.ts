import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClientGoneError } from '../../client-gone-error.ts'
import { OverloadedError } from '../../overloaded-error.ts'
import { createHashQueue, type HashJobOptions, JobReplacedError } from './hash-queue.ts'

const jobMs = 50

/** One job at a time; each says its name when it runs, and ends at once by a clock that stands. */
function createBlockedQueue(maxWaiting = 200) {
  const ran: string[] = []
  const clock = { at: 0 }
  const queue = createHashQueue({
    atOnce: 1,
    maxWaitMs: (maxWaiting - 1) * jobMs,
    jobMs,
    now: () => clock.at,
  })
  let unblock = () => {}
  const blocked = queue.add(
    { priority: 'other' },
    () => new Promise<void>((resolve) => (unblock = resolve)),
  )
  const add = (options: HashJobOptions, name: string) =>
    queue.add(options, async () => {
      ran.push(name)
    })
  const submit = (name: string, options: HashJobOptions) => add(options, name)
  return {
    ran,
    add,
    submit,
    clock,
    reserve: queue.reserve,
    getPlace: queue.getPlace,
    unblock: async () => {
      unblock()
      await blocked
    },
  }
}

const repeat = (count: number, make: (n: number) => Promise<void>) =>
  Array.from({ length: count }, (_, n) => make(n))

it('runs logins before other hashes, those with a running attempt first and suspects last', async () => {
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

it('starves no priority: another one has at least each fifth turn', async () => {
  const { ran, submit, unblock } = createBlockedQueue()
  const all = [
    ...repeat(2, (n) => submit(`other ${n}`, { priority: 'other' })),
    ...repeat(20, (n) => submit(`login ${n}`, { priority: 'login' })),
  ]
  await unblock()
  await Promise.all(all)
  expect([ran.indexOf('other 0'), ran.indexOf('other 1')]).toEqual([4, 9])
})

it('lets networks take turns, so that a flood from one delays no other', async () => {
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

it('tells each ticket the position in which its job will run', async () => {
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

it('continues after a job that fails', async () => {
  const { add } = createHashQueue({ atOnce: 1 })
  const all = await Promise.allSettled([
    add({ priority: 'login' }, () => Promise.reject(new Error('no'))),
    add({ priority: 'login' }, async () => 'yes'),
  ])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

const login = { priority: 'login' } as const
const wait = async (job: Promise<void>) =>
  job.then(
    () => 'done',
    (error) => error,
  )

describe('a caller who disconnects', () => {
  it('cancels the job, which then delays nobody and does not run', async () => {
    const { ran, submit, getPlace, unblock } = createBlockedQueue(600)
    const gone = new AbortController()
    const all = [
      ...repeat(290, (n) =>
        submit(`gone ${n}`, { ...login, network: `${n % 7}`, signal: gone.signal }),
      ),
      ...repeat(10, (n) => submit(`left ${n}`, { ...login, network: '0', ticket: `left ${n}` })),
    ].map(wait)
    gone.abort(new ClientGoneError())
    expect(getPlace('left 9')).toBe(10)
    await unblock()
    const outcomes = await Promise.all(all)
    expect(outcomes.filter((one) => one instanceof ClientGoneError)).toHaveLength(290)
    expect(ran).toEqual(Array.from({ length: 10 }, (_, n) => `left ${n}`))
  })

  it('frees its place for another', async () => {
    const { submit, unblock } = createBlockedQueue(10)
    const gone = new AbortController()
    const all = repeat(10, (n) => submit(`${n}`, { ...login, signal: gone.signal })).map(wait)
    expect(await wait(submit('refused', login))).toBeInstanceOf(OverloadedError)
    gone.abort(new ClientGoneError())
    const later = wait(submit('later', login))
    await unblock()
    await Promise.all(all)
    expect(await later).toBe('done')
  })

  it('is noticed even after a wait for the slot of another process', async () => {
    let free = () => {}
    const take = () => new Promise<() => void>((resolve) => (free = () => resolve(() => {})))
    const { add } = createHashQueue({ atOnce: 1, slots: { take } })
    const gone = new AbortController()
    let hasRun = false
    const job = add({ ...login, signal: gone.signal }, async () => {
      hasRun = true
    })
    gone.abort(new ClientGoneError())
    free()
    expect(await wait(job)).toBeInstanceOf(ClientGoneError)
    expect(hasRun).toBe(false)
  })
})

describe('a page', () => {
  it('has one waiting job: a later one replaces the earlier one', async () => {
    const { ran, submit, getPlace, unblock } = createBlockedQueue()
    const [first, , ...others] = [
      wait(submit('wrong', { ...login, ticket: 'page' })),
      wait(submit('another page', { ...login, ticket: 'another' })),
      wait(submit('right', { ...login, ticket: 'page' })),
    ]
    expect(await first).toBeInstanceOf(JobReplacedError)
    expect([getPlace('page'), getPlace('another')]).toEqual([1, 2])
    await unblock()
    await Promise.all(others)
    expect(ran).toEqual(['right', 'another page'])
  })

  it('whose network has changed waits last in the new network', async () => {
    const { ran, submit, unblock } = createBlockedQueue()
    const all = [
      wait(submit('at home', { ...login, ticket: 'page', network: 'home' })),
      wait(submit('other', { ...login, network: 'other' })),
      wait(submit('on the phone', { ...login, ticket: 'page', network: 'phone' })),
    ]
    await unblock()
    expect(await Promise.all(all)).toEqual([expect.any(JobReplacedError), 'done', 'done'])
    expect(ran).toEqual(['other', 'on the phone'])
  })

  it('is not answered by an earlier press that took longer to read', async () => {
    const { ran, add, reserve, unblock } = createBlockedQueue()
    const [earlier, later] = [
      reserve({ ...login, ticket: 'page' }),
      reserve({ ...login, ticket: 'page' }),
    ]
    const jobs = [later, earlier].map((reservation, n) =>
      wait(add({ priority: 'login', reservation }, `${n}`)),
    )
    await unblock()
    expect(await Promise.all(jobs)).toEqual(['done', expect.any(JobReplacedError)])
    expect(ran).toEqual(['0'])
  })
})

describe('an account', () => {
  it('has at most three waiting jobs from one network', async () => {
    const { submit, unblock } = createBlockedQueue()
    const own = { ...login, account: 'asha@example.com', network: 'lab' }
    const three = repeat(3, (n) => submit(`${n}`, { ...own, ticket: `page ${n}` })).map(wait)
    expect(await wait(submit('fourth', { ...own, ticket: 'page 3' }))).toBeInstanceOf(
      OverloadedError,
    )
    const others = [
      submit('elsewhere', { ...own, network: 'home' }),
      submit('another account', { ...own, account: 'ravi@example.com' }),
      submit('pressed again', { ...own, ticket: 'page 2' }),
    ].map(wait)
    await unblock()
    expect(await Promise.all(three)).toEqual(['done', 'done', expect.any(JobReplacedError)])
    expect(await Promise.all(others)).toEqual(['done', 'done', 'done'])
    expect(await wait(submit('later', own))).toBe('done')
  })
})

describe('a place', () => {
  it('is reserved before the job is known, and counts until it is released', () => {
    const { reserve } = createBlockedQueue(10)
    const places = Array.from({ length: 10 }, () => reserve(login))
    expect(() => reserve(login)).toThrow(OverloadedError)
    places[0]?.release()
    places[0]?.release()
    reserve(login)
    expect(() => reserve(login)).toThrow(OverloadedError)
  })

  it('reserved with another priority than its job’s is given up and asked for again', async () => {
    const { add, reserve, submit, unblock } = createBlockedQueue(10)
    const all = repeat(10, (n) => submit(`${n}`, login)).map(wait)
    const reservation = reserve({ priority: 'ahead' })
    expect(await wait(add({ priority: 'login', reservation }, 'late'))).toBeInstanceOf(
      OverloadedError,
    )
    await unblock()
    await Promise.all(all)
  })
})

describe('a full queue', () => {
  /** Each job takes so long, by the clock. */
  function createTimedQueue() {
    const clock = { at: 0 }
    const ends: (() => void)[] = []
    const ran: string[] = []
    const queue = createHashQueue({ atOnce: 1, now: () => clock.at })
    const submit = (name: string, options: HashJobOptions = login) =>
      wait(
        queue.add(options, () => {
          ran.push(name)
          return new Promise<void>((resolve) => ends.push(resolve))
        }),
      )
    const finishOne = async (ms: number) => {
      clock.at += ms
      ends.shift()?.()
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
    }
    return { clock, queue, submit, finishOne, ran }
  }
  const countAdmitted = async ({ submit }: ReturnType<typeof createTimedQueue>) => {
    let count = 0
    let outcome: unknown
    while (!(outcome instanceof OverloadedError)) {
      const job = submit(`filling ${count}`)
      outcome = await Promise.race([job, new Promise((resolve) => setImmediate(resolve))])
      count += 1
    }
    return { count: count - 1, retryAfterSeconds: outcome.retryAfterSeconds }
  }

  it('is one with a wait of 12 s, by the duration of the last hashes', async () => {
    const quick = createTimedQueue()
    expect(await countAdmitted(quick)).toEqual({ count: 242, retryAfterSeconds: 13 })
    expect(quick.queue.getLoad()).toEqual({ waiting: 241, meanMs: 50 })
    const slow = createTimedQueue()
    for (let n = 0; n < 100; n += 1) {
      void slow.submit(`${n}`)
      await slow.finishOne(200)
    }
    expect(await countAdmitted(slow)).toEqual({ count: 62, retryAfterSeconds: 13 })
    expect(slow.queue.getLoad().meanMs).toBeCloseTo(200, 1)
  })

  it('runs the newest first once it has refused for 5 s, and reports positions accordingly', async () => {
    const { clock, queue, submit, finishOne, ran } = createTimedQueue()
    await countAdmitted({ clock, queue, submit, finishOne, ran })
    const finish = async () => {
      await finishOne(50)
      void submit(`at ${clock.at}`, { ...login, ticket: `at ${clock.at}` })
      await submit('refused')
    }
    await finish()
    await finish()
    expect(ran.slice(-2)).toEqual(['filling 1', 'filling 2'])
    expect(queue.getPlace('at 100')).toBeGreaterThan(200)
    clock.at += 2_500
    await submit('refused')
    clock.at += 2_500
    await submit('refused')
    expect(queue.getPlace('at 100')).toBe(1)
    expect(queue.getPlace('at 50')).toBe(2)
    await finishOne(50)
    await finishOne(50)
    expect(ran.slice(-2)).toEqual(['at 100', 'at 50'])
  })
})

it('refuses a job that has waited twice the expected time', async () => {
  const { submit, unblock } = createBlockedQueue(2)
  // A job that blocks the queue has no end, so this one waits longer than 100 ms.
  const refused = await wait(submit('waits', login))
  expect(refused).toBeInstanceOf(OverloadedError)
  await unblock()
})
