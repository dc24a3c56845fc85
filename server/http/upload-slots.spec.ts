import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findNextWaiter,
  findSlotToReclaim,
  findWaiterToReject,
  type SlotHolder,
  type SlotRules,
} from './upload-slots.ts'

const rules: SlotRules = {
  slots: 4,
  slotsPerNetwork: 2,
  maxWaiting: 6,
  maxWaitingPerNetwork: 4,
  slowAfterMs: 10_000,
  slowBytesPerSecond: 8_000,
}

let idCount = 0
function createHolder(network: string, overrides: Partial<SlotHolder> = {}): SlotHolder {
  const line = { heldMs: 0, bytesPerSecond: 100_000, hasArrived: false }
  return { id: `h${++idCount}`, network, ...line, ...overrides }
}
const createWaiter = (network: string) => ({ id: `w${++idCount}`, network })

it('gives a free slot to the first of the network that holds fewest', () => {
  const [first, second, third] = [createWaiter('a'), createWaiter('b'), createWaiter('c')]
  const waiting = [first, second, third]
  expect(findNextWaiter({ holding: [], waiting }, rules)).toBe(first.id)
  expect(findNextWaiter({ holding: [createHolder('a')], waiting }, rules)).toBe(second.id)
  expect(findNextWaiter({ holding: [createHolder('a'), createHolder('b')], waiting }, rules)).toBe(
    third.id,
  )
})

it('gives none when all are taken, and a network no more than half of them', () => {
  const full = [createHolder('a'), createHolder('a'), createHolder('b'), createHolder('c')]
  expect(findNextWaiter({ holding: full, waiting: [createWaiter('d')] }, rules)).toBe(null)
  const half = [createHolder('a'), createHolder('a')]
  expect(findNextWaiter({ holding: half, waiting: [createWaiter('a')] }, rules)).toBe(null)
})

const slow = { heldMs: 10_000, bytesPerSecond: 7_999 }

it('takes the slot of the slowest upload when another one waits', () => {
  const slowest = createHolder('a', { ...slow, bytesPerSecond: 10 })
  const holding = [createHolder('a', slow), slowest, createHolder('b'), createHolder('b')]
  expect(findSlotToReclaim({ holding, waiting: [createWaiter('c')] }, rules)).toBe(slowest.id)
  expect(findSlotToReclaim({ holding, waiting: [] }, rules)).toBe(null)
  // The slot of another network would not help: this one already holds its half.
  expect(findSlotToReclaim({ holding, waiting: [createWaiter('b')] }, rules)).toBe(null)
})

it.each([
  { title: 'fast enough', line: { ...slow, bytesPerSecond: 8_000 } },
  { title: 'young', line: { ...slow, heldMs: 9_999 } },
  { title: 'here whole', line: { ...slow, hasArrived: true } },
])('never cuts an upload that is $title', ({ line }) => {
  const holding = [
    createHolder('a', line),
    createHolder('a', line),
    createHolder('b', line),
    createHolder('b', line),
  ]
  expect(findSlotToReclaim({ holding, waiting: [createWaiter('c')] }, rules)).toBe(null)
})

it('turns away the newest upload of the network with most waiting, not one from another network', () => {
  const neighbours = [createWaiter('a'), createWaiter('a'), createWaiter('a'), createWaiter('a')]
  const one = createWaiter('b')
  const waiting = [...neighbours, one, createWaiter('c')]
  expect(findWaiterToReject({ holding: [], waiting }, rules)).toBe(null)
  const late = createWaiter('d')
  expect(findWaiterToReject({ holding: [], waiting: [...waiting, late] }, rules)).toBe(
    neighbours[3]?.id,
  )
  const fifth = createWaiter('a')
  expect(findWaiterToReject({ holding: [], waiting: [...neighbours, fifth] }, rules)).toBe(fifth.id)
})

type Step = { readonly comes: string } | { readonly ends: number } | { readonly stalls: number }

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ comes: fc.constantFrom('a', 'b', 'c', 'd') }) },
  { weight: 3, arbitrary: fc.record({ ends: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ stalls: fc.nat(50) }) },
)

describe('over any series of events', () => {
  it('no slot is lost, none is left free that somebody may have, and nobody holds above half', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const simulation = createSimulation()
        for (const one of steps) {
          simulation.applyStep(one)
          const { holding, waiting } = simulation
          expect(holding.length).toBeLessThanOrEqual(rules.slots)
          expect(waiting.length).toBeLessThanOrEqual(rules.maxWaiting)
          for (const network of ['a', 'b', 'c', 'd']) {
            const held = holding.filter((upload) => upload.network === network).length
            expect(held).toBeLessThanOrEqual(rules.slotsPerNetwork)
            const isWaiting = waiting.some((upload) => upload.network === network)
            if (isWaiting && held < rules.slotsPerNetwork) expect(holding).toHaveLength(rules.slots)
          }
        }
        while (simulation.holding.length > 0) simulation.applyStep({ ends: 0 })
        expect(simulation.waiting).toEqual([])
        expect(simulation.endedCount).toBe(simulation.arrivedCount)
      }),
    )
  })

  it('a network that holds nothing is next but for those like it that came before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const simulation = createSimulation()
        for (const one of steps) {
          for (const { ahead } of simulation.applyStep(one)) {
            expect(ahead.filter(({ isServed }) => !isServed)).toEqual([])
          }
        }
      }),
    )
  })
})

/** Simulates the gate without sockets and clocks. */
function createSimulation() {
  let count = 0
  const simulation = {
    holding: [] as SlotHolder[],
    waiting: [] as { id: string; network: string }[],
    arrivedCount: 0,
    endedCount: 0,
    applyStep(one: Step) {
      if ('comes' in one) {
        simulation.arrivedCount += 1
        simulation.waiting.push({ id: `u${++count}`, network: one.comes })
      } else if ('ends' in one) {
        if (simulation.holding.length > 0) {
          simulation.holding.splice(one.ends % simulation.holding.length, 1)
          simulation.endedCount += 1
        }
      } else if (simulation.holding.length > 0) {
        const at = one.stalls % simulation.holding.length
        simulation.holding = simulation.holding.map((held, place) =>
          place === at ? { ...held, heldMs: 20_000, bytesPerSecond: 0 } : held,
        )
      }
      const reclaimed = findSlotToReclaim(simulation, rules)
      if (reclaimed) {
        simulation.holding = simulation.holding.filter(({ id }) => id !== reclaimed)
        simulation.endedCount += 1
      }
      const admitted = []
      for (let id = findNextWaiter(simulation, rules); id; id = findNextWaiter(simulation, rules)) {
        const served = new Set(simulation.holding.map(({ network }) => network))
        const ahead = simulation.waiting.map((upload) => ({
          ...upload,
          isServed: served.has(upload.network),
        }))
        const place = simulation.waiting.findIndex((upload) => upload.id === id)
        const [next] = simulation.waiting.splice(place, 1)
        if (!next) throw new Error('Nobody of that id waits')
        admitted.push({ ...next, ahead: ahead.slice(0, place) })
        simulation.holding.push({ ...next, heldMs: 0, bytesPerSecond: 1e6, hasArrived: false })
      }
      const rejected = findWaiterToReject(simulation, rules)
      if (rejected) {
        simulation.waiting = simulation.waiting.filter(({ id }) => id !== rejected)
        simulation.endedCount += 1
      }
      return admitted
    },
  }
  return simulation
}
