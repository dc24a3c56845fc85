import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxSkips, type Priority, priorities, WaitingJobs } from './waiting-jobs.ts'

type Job = { readonly priority: Priority; readonly network: string; readonly n: number }

const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
const network = fc.constantFrom(...networks)
const newestFirst = () => true
const oldestFirst = () => false

function addAll(places: readonly Pick<Job, 'priority' | 'network'>[], isNewestFirst = oldestFirst) {
  const waiting = new WaitingJobs<Job>()
  const jobs = places.map((place, n) => ({ ...place, n }))
  for (const job of jobs) waiting.add(job, isNewestFirst)
  return { waiting, jobs }
}

function takeAll(waiting: WaitingJobs<Job>, isNewestFirst = oldestFirst): Job[] {
  const taken: Job[] = []
  for (let job = waiting.take(isNewestFirst); job; job = waiting.take(isNewestFirst))
    taken.push(job)
  return taken
}

const login = (from: string) => ({ priority: 'login' as const, network: from })
const anyPlace = fc.record({ priority: fc.constantFrom(...priorities), network })
const anyOrder = fc.boolean()
const anyJobs = fc.array(fc.tuple(anyPlace, anyOrder), { maxLength: 60 })

describe('any history of jobs that arrive, leave and are taken', () => {
  const act = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('add'), place: anyPlace }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace'), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('take') }) },
  )

  it('loses no job, runs none twice, and none that has left', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(act, anyOrder), { maxLength: 120 }), (history) => {
        const waiting = new WaitingJobs<Job>()
        const expected = new Set<Job>()
        let n = 0
        for (const [{ kind, ...rest }, isNewest] of history) {
          const order = () => isNewest
          const { place, which = 0 } = rest as { place?: Omit<Job, 'n'>; which?: number }
          const chosen = [...expected][which % (expected.size || 1)]
          if (place) {
            const job = { ...place, n: n++ }
            waiting.add(job, order)
            expected.add(job)
          } else if (kind === 'take') {
            const job = waiting.take(order)
            expect(job === undefined).toBe(expected.size === 0)
            expect(job === undefined || expected.delete(job)).toBe(true)
          } else if (chosen) {
            expected.delete(chosen)
            if (kind === 'remove') {
              waiting.remove(chosen)
              waiting.remove(chosen)
            } else {
              const other = { ...chosen, n: n++ }
              waiting.replace(chosen, other)
              expected.add(other)
            }
          }
        }
        expect(new Set(takeAll(waiting))).toEqual(expected)
      }),
    )
  })

  it('skips no priority more often than the limit allows', () => {
    fc.assert(
      fc.property(anyJobs, (coming) => {
        const { waiting } = addAll(coming.map(([place]) => place))
        const skips = new Map<Priority, number>()
        const left = new Map<Priority, number>()
        for (const [{ priority }] of coming) left.set(priority, (left.get(priority) ?? 0) + 1)
        for (const { priority } of takeAll(waiting)) {
          left.set(priority, (left.get(priority) ?? 0) - 1)
          for (const each of priorities) {
            const passed = each !== priority && (left.get(each) ?? 0) > 0
            skips.set(each, passed ? (skips.get(each) ?? 0) + 1 : 0)
            // Two others may starve at the same moment.
            expect(skips.get(each)).toBeLessThanOrEqual(maxSkips + priorities.length - 2)
          }
        }
      }),
    )
  })
})

describe('the position of a job', () => {
  it.each([
    { order: 'oldest', isNewestFirst: oldestFirst },
    { order: 'newest', isNewestFirst: newestFirst },
  ])('is the turn in which it is taken, the $order first', ({ isNewestFirst }) => {
    const history = fc.array(fc.tuple(network, fc.boolean(), fc.boolean()), { maxLength: 40 })
    fc.assert(
      fc.property(history, (coming) => {
        const waiting = new WaitingJobs<Job>()
        const jobs: Job[] = []
        for (const [n, [from, wasNewest, isTaken]] of coming.entries()) {
          const job = { ...login(from), n }
          waiting.add(job, () => wasNewest)
          jobs.push(job)
          const taken = isTaken ? waiting.take(() => wasNewest) : undefined
          if (taken) jobs.splice(jobs.indexOf(taken), 1)
        }
        const places = jobs.map((job) => waiting.getPlace(job, isNewestFirst))
        const taken = takeAll(waiting, isNewestFirst)
        expect(places).toEqual(jobs.map((job) => taken.indexOf(job) + 1))
      }),
    )
  })

  it('that would arrive now is the number of jobs before it, plus one', () => {
    fc.assert(
      fc.property(fc.array(network, { maxLength: 40 }), network, (froms, own) => {
        const { waiting } = addAll(froms.map(login))
        const before = waiting.countBefore(login(own))
        const job = { ...login(own), n: -1 }
        waiting.add(job)
        expect(waiting.getPlace(job)).toBe(before + 1)
      }),
    )
  })
})

describe('networks', () => {
  it.each([
    { order: 'oldest', isNewestFirst: oldestFirst },
    { order: 'newest', isNewestFirst: newestFirst },
  ])('take turns while they wait, the $order first', ({ isNewestFirst }) => {
    fc.assert(
      fc.property(fc.array(network, { maxLength: 60 }), (froms) => {
        const { waiting } = addAll(froms.map(login), isNewestFirst)
        const left = new Map(networks.map((each) => [each, 0]))
        for (const from of froms) left.set(from, (left.get(from) ?? 0) + 1)
        const sinceTurn = new Map(networks.map((each) => [each, 0]))
        for (const { network: from } of takeAll(waiting, isNewestFirst)) {
          for (const each of networks) sinceTurn.set(each, (sinceTurn.get(each) ?? 0) + 1)
          sinceTurn.set(from, 0)
          left.set(from, (left.get(from) ?? 0) - 1)
          for (const each of networks)
            if ((left.get(each) ?? 0) > 0) expect(sinceTurn.get(each)).toBeLessThan(networks.length)
        }
      }),
    )
  })

  it('that send one job at a time are not always the newest', () => {
    const waiting = new WaitingJobs<Job>()
    for (let n = 0; n < 10; n += 1) waiting.add({ ...login(`home ${n}`), n }, newestFirst)
    const taken: string[] = []
    for (let n = 10; n < 20; n += 1) {
      waiting.add({ ...login('flood'), n }, newestFirst)
      taken.push(waiting.take(newestFirst)?.network ?? '')
    }
    // As many others have their turn in between as wait at that moment.
    expect(taken.filter((from) => from === 'flood')).toHaveLength(2)
  })

  it('have their own oldest or newest job taken first', () => {
    const places = Array.from({ length: 5 }, () => login('lab'))
    const numbers = (isNewestFirst: () => boolean) =>
      takeAll(addAll(places).waiting, isNewestFirst).map(({ n }) => n)
    expect(numbers(oldestFirst)).toEqual([0, 1, 2, 3, 4])
    expect(numbers(newestFirst)).toEqual([4, 3, 2, 1, 0])
  })
})
