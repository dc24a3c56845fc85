import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type ClusterMember,
  clusterIncidents,
  clusterWindowMs,
  measureLengths,
} from './incident-clusters.ts'

const second = 1_000

const createMember = (id: string, seconds: number, overrides: Partial<ClusterMember> = {}) => ({
  id,
  examId: 'exam',
  attemptId: id,
  kind: 'offline' as const,
  decidedWith: null,
  at: seconds * second,
  receivedAt: seconds * second,
  isPassing: false,
  ...overrides,
})

const toIds = (members: readonly ClusterMember[]) =>
  clusterIncidents(members).map((cluster) => cluster.members.map(({ id }) => id))

it('joins events that begin within 30 s of the first, without chaining', () => {
  const members = [0, 29, 30, 31, 59].map((seconds) => createMember(`m${seconds}`, seconds))
  expect(toIds(members)).toEqual([
    ['m0', 'm29', 'm30'],
    ['m31', 'm59'],
  ])
})

it('keeps exams and kinds apart', () => {
  const members = [
    createMember('a', 0),
    createMember('b', 1, { examId: 'another' }),
    createMember('c', 2, { kind: 'closed' }),
  ]
  expect(toIds(members)).toHaveLength(3)
})

it('makes no cluster of one attempt', () => {
  const members = [createMember('a', 0), createMember('b', 5, { attemptId: 'a' })]
  expect(toIds(members)).toEqual([['a'], ['b']])
})

it('makes no cluster of expected ends', () => {
  const members = ['a', 'b'].map((id) => createMember(id, 0, { kind: 'time-up' }))
  expect(toIds(members)).toEqual([['a'], ['b']])
})

it('adds late events to a decided cluster', () => {
  const decided = ['a', 'b', 'c'].map((id, place) =>
    createMember(id, 40 + place, { decidedWith: 'a' }),
  )
  const late = [createMember('early', 12), createMember('late', 70), createMember('other', 71)]
  expect(clusterIncidents([...decided, ...late]).map(({ id }) => id)).toEqual(['a', 'other'])
  expect(toIds([...decided, ...late])[0]).toEqual(['early', 'a', 'b', 'c', 'late'])
})

it('leaves out brief silences, unless several students had them', () => {
  const passed = createMember('a', 0, { isPassing: true })
  expect(toIds([passed])).toEqual([])
  expect(toIds([passed, createMember('b', 5, { attemptId: 'a', isPassing: true })])).toEqual([])
  expect(toIds([passed, createMember('b', 20, { isPassing: true })])).toEqual([['a', 'b']])
  expect(toIds([passed, createMember('b', 20)])).toEqual([['a', 'b']])
})

const members = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    examId: fc.constantFrom('one', 'two'),
    attemptId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    kind: fc.constantFrom('offline' as const, 'closed' as const),
    at: fc.integer({ min: 0, max: 200 * second }),
    receivedAt: fc.integer({ min: 0, max: 400 * second }),
    decidedWith: fc.constant(null),
    isPassing: fc.constant(false),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)

it('contains each incident once, in one exam, of one kind, within 30 s', () => {
  fc.assert(
    fc.property(members, (all) => {
      const clusters = clusterIncidents(all)
      const ids = clusters.flatMap((cluster) => cluster.members.map(({ id }) => id))
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      expect(new Set(clusters.map(({ id }) => id)).size).toBe(clusters.length)
      for (const { examId, kind, at, members: own } of clusters) {
        for (const member of own) {
          expect(member).toMatchObject({ examId, kind })
          expect(member.at - at).toBeLessThanOrEqual(clusterWindowMs)
        }
      }
      expect(clusterIncidents(all.toReversed())).toEqual(clusters)
    }),
  )
})

it('does not change a decided cluster when more incidents arrive', () => {
  fc.assert(
    fc.property(members, members, (known, late) => {
      const decided = clusterIncidents(known).flatMap((cluster) =>
        cluster.members.map((member) => ({ ...member, decidedWith: cluster.id })),
      )
      const knownIds = new Set(known.map(({ id }) => id))
      const later = late.filter(({ id }) => !knownIds.has(id))
      const after = clusterIncidents([...decided, ...later])
      for (const before of clusterIncidents(decided)) {
        const own = after.find((cluster) =>
          cluster.members.some(({ id }) => id === before.members[0]?.id),
        )
        expect(own?.members.map(({ id }) => id)).toEqual(
          expect.arrayContaining(before.members.map(({ id }) => id)),
        )
        if (before.members.length > 1) expect(own?.id).toBe(before.id)
      }
    }),
  )
})

it('measures the shortest and the longest time away', () => {
  expect(measureLengths([{ durationMs: 94 }, { durationMs: null }, { durationMs: 90 }])).toEqual({
    shortestMs: 90,
    longestMs: 94,
  })
  expect(measureLengths([{ durationMs: null }])).toBeNull()
})
