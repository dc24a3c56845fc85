/** Minute by minute, and nothing is computed ahead: the simplest register that can be right. */
const minute = 60_000

export type ModelWindow = {
  readonly id: string
  opensAt: number
  closesAt: number
  latestEntryAt: number | null
  /** Null for one that names its students. */
  readonly batch: string | null
  readonly named: readonly string[]
  isRemoved: boolean
  /** Nobody else can come. */
  isClosed: boolean
  /** Final entries of students. */
  readonly fixed: Map<string, 'came' | 'absent'>
  readonly excused: Set<string>
}

export type ModelStudent = {
  readonly id: string
  readonly batches: Map<string, number>
  deletedAt: number | null
  /** The exam can be taken once. */
  attempt: { readonly startedAt: number; isFinished: boolean } | null
}

export function createRegisterModel(students: readonly ModelStudent[], begin: number) {
  const windows: ModelWindow[] = []
  let now = begin

  const getLast = ({ latestEntryAt, closesAt }: ModelWindow) =>
    Math.min(latestEntryAt ?? closesAt - 1, closesAt - 1)
  const listOpenOnes = () => windows.filter(({ isRemoved }) => !isRemoved)
  const isFor = (window: ModelWindow, student: ModelStudent) =>
    window.batch === null ? window.named.includes(student.id) : student.batches.has(window.batch)

  function isExpected(window: ModelWindow, student: ModelStudent) {
    if (window.isRemoved || window.isClosed || !isFor(window, student)) return false
    const { deletedAt } = student
    if (deletedAt !== null && deletedAt < window.opensAt) return false
    return window.batch === null || (student.batches.get(window.batch) ?? 0) <= getLast(window)
  }

  /** As long as another of these windows lets somebody start when the one before no longer does. */
  function getLastMoment(window: ModelWindow, others: readonly ModelWindow[]) {
    let last = getLast(window)
    for (;;) {
      const next = others.find((one) => one.opensAt <= last + 1 && getLast(one) > last)
      if (!next) return last
      last = getLast(next)
    }
  }

  const getUntil = (window: ModelWindow, student: ModelStudent) =>
    getLastMoment(
      window,
      listOpenOnes().filter((one) => isFor(one, student)),
    )

  function hasCome(window: ModelWindow, student: ModelStudent) {
    return student.attempt !== null && student.attempt.startedAt <= getUntil(window, student)
  }

  function fix() {
    for (const window of listOpenOnes()) {
      if (window.opensAt > now || window.isClosed) continue
      for (const student of students) {
        if (!isExpected(window, student) || window.fixed.has(student.id)) continue
        if (hasCome(window, student)) window.fixed.set(student.id, 'came')
        else if (now > getUntil(window, student)) window.fixed.set(student.id, 'absent')
      }
      if (now > getLastMoment(window, listOpenOnes())) window.isClosed = true
    }
  }

  function getState(window: ModelWindow, student: ModelStudent) {
    const fixed = window.fixed.get(student.id)
    if (fixed === 'came' || (!fixed && hasCome(window, student)))
      return student.attempt?.isFinished ? 'finished' : 'taking'
    if (window.excused.has(student.id)) return 'excused'
    return fixed === 'absent' || now > getUntil(window, student) ? 'absent' : 'not-here'
  }

  return {
    students,
    windows,
    getNow: () => now,
    fix,

    wait(minutes: number) {
      for (let passed = 0; passed < minutes; passed++) {
        now += minute
        fix()
      }
    },

    changeWindow(window: ModelWindow, times: Partial<ModelWindow>) {
      fix()
      Object.assign(window, times)
      if (now > getLast(window)) return
      window.isClosed = false
      for (const [id, fixed] of window.fixed) if (fixed === 'absent') window.fixed.delete(id)
    },

    removeWindow(window: ModelWindow) {
      fix()
      window.isRemoved = true
    },

    /** Null where the window has left no register. */
    list(window: ModelWindow) {
      const listed = students.filter(
        (student) => window.fixed.has(student.id) || isExpected(window, student),
      )
      if (window.isRemoved && window.fixed.size === 0) return null
      const states = listed
        .filter(({ deletedAt }) => deletedAt === null)
        .map((student) => [student.id, getState(window, student)] as const)
      return {
        states: Object.fromEntries(states),
        deleted: listed.filter(({ deletedAt }) => deletedAt !== null).length,
      }
    },
  }
}

export type RegisterModel = ReturnType<typeof createRegisterModel>
