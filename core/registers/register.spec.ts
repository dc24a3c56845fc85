import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WindowTimes } from '../exam-windows/window.ts'
import {
  canExcuse,
  compareRegistered,
  countRegisterStates,
  decideEntry,
  getRegisterState,
  isExpected,
  type Member,
  type RegisterRow,
  registerStates,
} from './register.ts'

const minute = 60_000
const ten = Date.UTC(2026, 10, 26, 4, 30)
const at = (minutes: number) => ten + minutes * minute

/** From ten to eleven, latest entry 10:20; in minutes after ten. */
const createWindow = ({
  opens = 0,
  closes = 60,
  entry = 20 as number | null,
} = {}): WindowTimes => ({
  opensAt: at(opens),
  closesAt: at(closes),
  latestEntryAt: entry === null ? null : at(entry),
  endsAtClosing: false,
})
const window = createWindow()
const once = { attemptsAllowed: 1 }
const twice = { attemptsAllowed: 2 }

const attempt = (started: number, finished: number | null = null, id = `a${started}`) => ({
  id,
  startedAt: at(started),
  finishedAt: finished === null ? null : at(finished),
})
const createMember = (overrides: Partial<Member> = {}): Member => ({
  since: 0,
  deletedAt: null,
  otherWindows: [],
  attempts: [],
  ...overrides,
})
const createRow = ({
  member,
  ...row
}: Partial<Omit<RegisterRow, 'member'>> & {
  readonly member?: Partial<Member>
} = {}): RegisterRow => ({
  member: createMember(member),
  exam: once,
  entry: null,
  excusedAt: null,
  lobby: null,
  ...row,
})
const stateAt = (minutes: number, row: RegisterRow) => getRegisterState(window, row, at(minutes))

describe('the list of expected students', () => {
  it.each([
    { who: 'named', since: 0, deletedAt: null, is: true },
    { who: 'added until the latest entry', since: at(20), deletedAt: null, is: true },
    { who: 'added after it', since: at(20) + 1, deletedAt: null, is: false },
    { who: 'deleted before the opening', since: 0, deletedAt: at(0) - 1, is: false },
    { who: 'deleted since', since: 0, deletedAt: at(0), is: true },
  ])('$who: $is', ({ since, deletedAt, is }) => {
    expect(isExpected(window, { since, deletedAt })).toBe(is)
  })
})

describe('the state of a student', () => {
  it('is not here yet until the latest entry, and absent from then on', () => {
    expect(stateAt(-60, createRow())).toEqual({ state: 'not-here', since: null })
    expect(stateAt(20, createRow())).toEqual({ state: 'not-here', since: null })
    expect(getRegisterState(window, createRow(), at(20) + 1)).toEqual({
      state: 'absent',
      since: at(20),
    })
  })

  it('follows the widest of several overlapping windows', () => {
    const row = createRow({ member: { otherWindows: [createWindow({ opens: 10, entry: 40 })] } })
    expect(stateAt(40, row).state).toBe('not-here')
    expect(stateAt(41, row)).toEqual({ state: 'absent', since: at(40) })
    const later = createRow({ member: { otherWindows: [createWindow({ opens: 30, entry: 40 })] } })
    expect(stateAt(30, later)).toEqual({ state: 'absent', since: at(20) })
  })

  it('is "taking" from the start, "finished" from the end, and "taking" once reopened', () => {
    expect(stateAt(10, createRow({ member: { attempts: [attempt(1)] } }))).toEqual({
      state: 'taking',
      since: at(1),
    })
    expect(stateAt(50, createRow({ member: { attempts: [attempt(1, 30)] } }))).toEqual({
      state: 'finished',
      since: at(30),
    })
  })

  it('follows the newest attempt of the window', () => {
    const attempts = [attempt(1, 5), attempt(15)]
    const entry = { attemptId: 'a1', until: at(20) }
    expect(stateAt(16, createRow({ exam: twice, member: { attempts } })).state).toBe('taking')
    expect(stateAt(16, createRow({ entry, member: { attempts } })).state).toBe('taking')
    const late = [attempt(1, 5), attempt(21)]
    expect(stateAt(30, createRow({ entry, member: { attempts: late } })).state).toBe('finished')
  })

  it('counts an earlier attempt only if the exam can be taken once', () => {
    const attempts = [attempt(-2000, -1950)]
    expect(stateAt(30, createRow({ member: { attempts } })).state).toBe('finished')
    expect(stateAt(30, createRow({ exam: twice, member: { attempts } })).state).toBe('absent')
  })

  it('does not change by an attempt after the latest entry, as in a make-up window', () => {
    const attempts = [attempt(90)]
    expect(stateAt(100, createRow({ member: { attempts } })).state).toBe('absent')
    const otherWindows = [createWindow({ opens: 0, closes: 200, entry: null })]
    const entry = { attemptId: null, until: at(20) }
    expect(stateAt(100, createRow({ entry, member: { attempts, otherWindows } }))).toEqual({
      state: 'absent',
      since: at(20),
    })
  })

  it('is "in the lobby" while the lobby page calls, until the latest entry', () => {
    const lobby = { since: at(-9), until: at(1) }
    expect(stateAt(1, createRow({ lobby }))).toEqual({ state: 'lobby', since: at(-9) })
    expect(stateAt(2, createRow({ lobby })).state).toBe('not-here')
    const stays = { since: at(-9), until: at(30) }
    expect(stateAt(21, createRow({ lobby: stays })).state).toBe('absent')
  })

  it('is "excused" until the student comes after all', () => {
    const row = createRow({ excusedAt: at(-30) })
    expect(stateAt(-20, row)).toEqual({ state: 'excused', since: at(-30) })
    expect(stateAt(40, row).state).toBe('excused')
    const lobby = { since: at(5), until: at(9) }
    expect(stateAt(6, createRow({ excusedAt: at(-30), lobby })).state).toBe('lobby')
    const came = createRow({ excusedAt: at(-30), member: { attempts: [attempt(7)] } })
    expect(stateAt(40, came).state).toBe('taking')
  })
})

describe('the decided entry', () => {
  const decide = (minutes: number, member: Partial<Member> = {}, exam = once) =>
    decideEntry(window, createMember(member), { exam, at: at(minutes) })

  it('is the first attempt, at once, or absence after the latest entry', () => {
    expect(decide(20)).toBeNull()
    expect(decide(21)).toEqual({ attemptId: null, until: at(20) })
    const attempts = [attempt(9), attempt(3, 5)]
    expect(decide(10, { attempts }, twice)).toEqual({ attemptId: 'a3', until: at(20) })
    expect(decide(30, { attempts: [attempt(21)] })).toEqual({ attemptId: null, until: at(20) })
  })

  const anyMinute = fc.integer({ min: -30, max: 90 })
  const anyMember = fc.record({
    since: fc.constant(0),
    deletedAt: fc.constant(null),
    otherWindows: fc.array(
      anyMinute.map((opens) => createWindow({ opens, closes: opens + 50, entry: opens + 25 })),
      { maxLength: 2 },
    ),
    attempts: fc
      .uniqueArray(anyMinute, { maxLength: 3 })
      .map((starts) => starts.map((start) => attempt(start, start + 10))),
  })

  it('agrees before and after the decision', () => {
    fc.assert(
      fc.property(anyMember, anyMinute, fc.constantFrom(once, twice), (member, minutes, exam) => {
        const row = createRow({ member, exam })
        const entry = decideEntry(window, member, { exam, at: at(minutes) })
        expect(stateAt(minutes, { ...row, entry })).toEqual(stateAt(minutes, row))
      }),
    )
  })
})

it('every state is counted once', () => {
  const counts = countRegisterStates([...registerStates, 'absent'])
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(7)
  expect(counts).toMatchObject({ absent: 2, 'not-here': 1 })
})

it('only students who have not come can be excused', () => {
  expect(registerStates.filter(canExcuse)).toEqual(['lobby', 'not-here', 'absent'])
})

it('students are sorted by roll number, those without one last', () => {
  const people = [
    { id: '1', name: 'Zoya', rollNumber: null },
    { id: '2', name: 'Anil', rollNumber: null },
    { id: '3', name: 'Bina', rollNumber: '26-1001' },
    { id: '4', name: 'Arun', rollNumber: '26-999' },
    { id: '5', name: 'Anil', rollNumber: null },
  ]
  expect(people.toSorted(compareRegistered).map(({ id }) => id)).toEqual(['4', '3', '2', '5', '1'])
})

describe('the order of a register', () => {
  const person = (id: string, rollNumber: string | null, name = 'Asha') => ({
    id,
    name,
    rollNumber,
  })
  it.each([
    { title: 'by roll number', people: [person('b', '9'), person('a', '10')] },
    { title: 'those without one last', people: [person('b', '9'), person('a', null)] },
    { title: 'then by name', people: [person('b', null, 'Asha'), person('a', null, 'Bina')] },
    { title: 'then by id', people: [person('a', null), person('b', null)] },
    {
      title: 'by name where the number is the same',
      people: [person('b', '9'), person('a', '9', 'Bina')],
    },
  ])('is $title', ({ people }) => {
    expect(people.toSorted(compareRegistered)).toEqual(people)
    expect(people.toReversed().toSorted(compareRegistered)).toEqual(people)
  })
})

describe('attempts that a window counts', () => {
  const state = (row: Parameters<typeof createRow>[0]) => stateAt(59, createRow(row)).state

  it.each([
    { started: 20, exam: once, counts: true },
    { started: 21, exam: once, counts: false },
    { started: 0, exam: twice, counts: true },
    { started: -1, exam: twice, counts: false },
    { started: -1, exam: once, counts: true },
  ])('begin $started minutes after ten: $counts', ({ started, exam, counts }) => {
    expect(state({ exam, member: { attempts: [attempt(started)] } })).toBe(
      counts ? 'taking' : 'absent',
    )
  })

  it('are told apart by their ids where two began at one moment', () => {
    const attempts = [attempt(5, null, 'b'), attempt(5, 6, 'a')]
    for (const list of [attempts, attempts.toReversed()])
      expect(state({ exam: twice, member: { attempts: list } })).toBe('taking')
  })

  it.each([
    { later: 5, isCounted: false },
    { later: 6, isCounted: true },
    { later: 20, isCounted: true },
    { later: 21, isCounted: false },
  ])('follow the first one until the entry is over: $later', ({ later, isCounted }) => {
    const attempts = [attempt(5, 6, 'first'), attempt(later, null, 'second')]
    const entry = { attemptId: 'first', until: at(20) }
    expect(state({ exam: twice, entry, member: { attempts } })).toBe(
      isCounted ? 'taking' : 'finished',
    )
  })
})
