import { expect, it } from 'vitest'
import type { IncidentGroup, IncidentMember } from '#contract/incidents.ts'
import {
  describeCourse,
  describeGroup,
  describeLength,
  describeMisfits,
  describeOutage,
  describeOutcome,
  describeSkippedIncidents,
} from './describe-incident.ts'
import { describePress, describePressed, listPresses } from './presses.ts'

const at = '2026-11-20T05:12:06.000Z'
const createMember = (n: number, overrides: Partial<IncidentMember> = {}): IncidentMember => ({
  _id: `i${n}`,
  attemptId: `a${n}`,
  studentId: `s${n}`,
  studentName: `Student ${n}`,
  at,
  durationMs: 94_000,
  ended: null,
  status: 'running',
  answered: 6,
  totalQuestions: 20,
  leftMs: 699_000,
  lostMs: 94_000,
  misfits: {},
  statement: null,
  decision: null,
  ...overrides,
})
const createGroup = (members: IncidentMember[], overrides: Partial<IncidentGroup> = {}) => ({
  _id: 'g',
  testId: 't',
  testTitle: 'React JS',
  kind: 'offline' as const,
  at,
  running: 60,
  members,
  proposed: null,
  isDecided: false,
  ...overrides,
})

const ended = { at: '2026-11-20T05:13:08.000Z', reason: 'Page refreshed or closed' }
const many = Array.from({ length: 58 }, (_, n) =>
  createMember(n, n < 7 ? { ended, status: 'ended' } : {}),
)

it('describes in one sentence an incident of many students', () => {
  expect(describeGroup(createGroup(many))).toBe(
    '58 of 60 went offline at 10:42\u00a0am for 94\u00a0s',
  )
  expect(describeCourse(createGroup(many))).toBe('51 went on. 7 were ended.')
  expect(describeOutage(createGroup(many))).toBe(
    '60 lines, one a student. 58 break off from 10:42:06\u00a0am on. 58 come back by 10:43:40\u00a0am. 7 were ended.',
  )
})

it('names a single student', () => {
  const group = createGroup([createMember(1, { durationMs: null, ended, status: 'ended' })], {
    kind: 'devtools',
  })
  expect(describeGroup(group)).toBe('Student 1: Developer tools opened')
  expect(describeCourse(group)).toBe('Ended with 6 of 20 answered. No statement yet.')
  expect(describeGroup({ ...group, kind: 'time-up' })).toBe('Student 1: Time ran out')
})

it.each([
  [[90_000, 98_000], '90 to 98\u00a0s'],
  [[94_000, 94_000], '94\u00a0s'],
  [[90_000, 180_000], '90\u00a0s to 3\u00a0min'],
  [[null, null], ''],
])('gives the length of %j', (durations, words) => {
  expect(describeLength(durations.map((durationMs, n) => createMember(n, { durationMs })))).toBe(
    words,
  )
})

it('describes an outcome: its effect, its students and those it does not fit', () => {
  expect(describeOutcome('reopened', many)).toEqual({
    name: 'Give their time back',
    meaning:
      '51 running get the time that was lost. 7 ended are reopened with the time each had left.',
    action: 'Give 58 their time back',
  })
  expect(describeOutcome('reopened', [createMember(1, { status: 'ended' })])).toMatchObject({
    name: 'Reopen with the time left',
    meaning: 'Goes on with 11\u00a0min 39\u00a0s.',
  })
  const misfits = { reopened: 'finished' as const }
  expect(describeMisfits('reopened', [createMember(1, { misfits }), createMember(2)])).toBe(
    '1 stays open: Student 1 (finished, or ended by staff).',
  )
})

it('names the members that a decision skipped', () => {
  const left = (because: 'decided' | 'void', names: readonly string[]) =>
    names.map((studentName) => ({ _id: studentName, studentName, because }))
  expect(describeSkippedIncidents([])).toBe('')
  expect(
    describeSkippedIncidents([...left('decided', ['Asha Rao']), ...left('void', ['Bimal Das'])]),
  ).toBe(
    'Asha Rao was decided by somebody else before, and nothing was changed there. 1 stays open: Bimal Das (void).',
  )
  expect(describeSkippedIncidents(left('void', ['a', 'b', 'c', 'd', 'e', 'f', 'g']))).toContain(
    '7 stay open: a (void), b (void), c (void), d (void), e (void) and 2 more.',
  )
})

it('lists the decisions of a day, newest first, each with its members', () => {
  const decide = (_id: string, minute: number, givenMs: number | null = null) => ({
    _id,
    outcome: 'no-consequence' as const,
    why: 'Network',
    by: 'Sunita',
    together: 1,
    givenMs,
    at: `2026-11-20T06:${minute}:00.000Z`,
  })
  const together = decide('d1', 10)
  const group = createGroup([
    createMember(1, { decision: together }),
    createMember(2, { decision: together }),
    createMember(3, { decision: decide('d2', 40) }),
    createMember(4, { decision: decide('d0', 59) }),
    createMember(5),
  ])
  const single = createGroup([createMember(6, { decision: together })], { _id: 'h' })
  const presses = listPresses(
    [group, single],
    (moment) => moment < Date.parse('2026-11-20T06:50:00.000Z'),
  )
  const listed = presses.map(({ decisionId, groups }) => [
    decisionId,
    ...groups.map(({ members }) => members.map((one) => one._id)),
  ])
  expect(listed).toEqual([
    ['d2', ['i3']],
    ['d1', ['i1', 'i2'], ['i6']],
  ])
  expect(presses.map(describePressed)).toEqual([
    'Student 3: Offline for 94\u00a0s',
    '2 single incidents',
  ])
  expect(describePress([decide('d', 10, 1_000), decide('d', 10, 2_000)])).toBe('Time given back')
  expect(describePress([decide('d', 10, 60_000), decide('d', 10, 60_000)])).toMatch(/given back$/)
})
