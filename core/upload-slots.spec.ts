import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findLoser,
  findNext,
  findTurnedAway,
  type SlotHolder,
  type SlotRules,
} from './upload-slots.ts'

const rules: SlotRules = {
  slots: 4,
  slotsPerNetwork: 2,
  mostWaiting: 6,
  mostWaitingPerNetwork: 4,
  slowAfterMs: 10_000,
  slowBytesPerSecond: 8_000,
}

let made = 0
function holder(network: string, overrides: Partial<SlotHolder> = {}): SlotHolder {
  const line = { heldMs: 0, bytesPerSecond: 100_000, hasArrived: false }
  return { id: `h${++made}`, network, ...line, ...overrides }
}
const waiter = (network: string) => ({ id: `w${++made}`, network })

it('gives a free slot to the first of the network that holds fewest', () => {
  const [first, second, third] = [waiter('a'), waiter('b'), waiter('c')]
  const waiting = [first, second, third]
  expect(findNext({ holding: [], waiting }, rules)).toBe(first.id)
  expect(findNext({ holding: [holder('a')], waiting }, rules)).toBe(second.id)
  expect(findNext({ holding: [holder('a'), holder('b')], waiting }, rules)).toBe(third.id)
})

it('gives none when all are taken, and a network no more than half of them', () => {
  const full = [holder('a'), holder('a'), holder('b'), holder('c')]
  expect(findNext({ holding: full, waiting: [waiter('d')] }, rules)).toBe(null)
  const half = [holder('a'), holder('a')]
  expect(findNext({ holding: half, waiting: [waiter('a')] }, rules)).toBe(null)
})

const slow = { heldMs: 10_000, bytesPerSecond: 7_999 }

it('takes the slot of the slowest when somebody waits for it', () => {
  const slowest = holder('a', { ...slow, bytesPerSecond: 10 })
  const holding = [holder('a', slow), slowest, holder('b'), holder('b')]
  expect(findLoser({ holding, waiting: [waiter('c')] }, rules)).toBe(slowest.id)
  expect(findLoser({ holding, waiting: [] }, rules)).toBe(null)
  // The slot of another network would not help: this one already holds its half.
  expect(findLoser({ holding, waiting: [waiter('b')] }, rules)).toBe(null)
})

it.each([
  { title: 'fast enough', line: { ...slow, bytesPerSecond: 8_000 } },
  { title: 'young', line: { ...slow, heldMs: 9_999 } },
  { title: 'here whole', line: { ...slow, hasArrived: true } },
])('never cuts an upload that is $title', ({ line }) => {
  const holding = [holder('a', line), holder('a', line), holder('b', line), holder('b', line)]
  expect(findLoser({ holding, waiting: [waiter('c')] }, rules)).toBe(null)
})

it('turns away the newest of the network with most waiting, not who comes from elsewhere', () => {
  const crowd = [waiter('a'), waiter('a'), waiter('a'), waiter('a')]
  const one = waiter('b')
  const waiting = [...crowd, one, waiter('c')]
  expect(findTurnedAway({ holding: [], waiting }, rules)).toBe(null)
  const late = waiter('d')
  expect(findTurnedAway({ holding: [], waiting: [...waiting, late] }, rules)).toBe(crowd[3]?.id)
  const fifth = waiter('a')
  expect(findTurnedAway({ holding: [], waiting: [...crowd, fifth] }, rules)).toBe(fifth.id)
})

type Step = { readonly comes: string } | { readonly ends: number } | { readonly stalls: number }

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ comes: fc.constantFrom('a', 'b', 'c', 'd') }) },
  { weight: 3, arbitrary: fc.record({ ends: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ stalls: fc.nat(50) }) },
)

describe('over any course of things', () => {
  it('no slot is lost, none is left free that somebody may have, and nobody holds above half', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const course = openCourse()
        for (const one of steps) {
          course.take(one)
          const { holding, waiting } = course
          expect(holding.length).toBeLessThanOrEqual(rules.slots)
          expect(waiting.length).toBeLessThanOrEqual(rules.mostWaiting)
          for (const network of ['a', 'b', 'c', 'd']) {
            const held = holding.filter((upload) => upload.network === network).length
            expect(held).toBeLessThanOrEqual(rules.slotsPerNetwork)
            const isHeldUp = waiting.some((upload) => upload.network === network)
            if (isHeldUp && held < rules.slotsPerNetwork) expect(holding).toHaveLength(rules.slots)
          }
        }
        while (course.holding.length > 0) course.take({ ends: 0 })
        expect(course.waiting).toEqual([])
        expect(course.ended).toBe(course.came)
      }),
    )
  })

  it('a network that holds nothing is next but for those like it that came before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const course = openCourse()
        for (const one of steps) {
          for (const { ahead } of course.take(one)) {
            expect(ahead.filter(({ isServed }) => !isServed)).toEqual([])
          }
        }
      }),
    )
  })
})

/** What the gate does, without sockets and clocks. */
function openCourse() {
  let count = 0
  const course = {
    holding: [] as SlotHolder[],
    waiting: [] as { id: string; network: string }[],
    came: 0,
    ended: 0,
    take(one: Step) {
      if ('comes' in one) {
        course.came += 1
        course.waiting.push({ id: `u${++count}`, network: one.comes })
      } else if ('ends' in one) {
        if (course.holding.length > 0) {
          course.holding.splice(one.ends % course.holding.length, 1)
          course.ended += 1
        }
      } else if (course.holding.length > 0) {
        const at = one.stalls % course.holding.length
        course.holding = course.holding.map((held, place) =>
          place === at ? { ...held, heldMs: 20_000, bytesPerSecond: 0 } : held,
        )
      }
      const loser = findLoser(course, rules)
      if (loser) {
        course.holding = course.holding.filter(({ id }) => id !== loser)
        course.ended += 1
      }
      const admitted = []
      for (let id = findNext(course, rules); id; id = findNext(course, rules)) {
        const served = new Set(course.holding.map(({ network }) => network))
        const ahead = course.waiting.map((upload) => ({
          ...upload,
          isServed: served.has(upload.network),
        }))
        const place = course.waiting.findIndex((upload) => upload.id === id)
        const [next] = course.waiting.splice(place, 1)
        if (!next) throw new Error('Nobody of that id waits')
        admitted.push({ ...next, ahead: ahead.slice(0, place) })
        course.holding.push({ ...next, heldMs: 0, bytesPerSecond: 1e6, hasArrived: false })
      }
      const away = findTurnedAway(course, rules)
      if (away) {
        course.waiting = course.waiting.filter(({ id }) => id !== away)
        course.ended += 1
      }
      return admitted
    },
  }
  return course
}
