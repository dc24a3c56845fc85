import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { listExamAttempts } from '#contract/results.ts'
import { computeQuantile } from '#simulated-class/quantile.ts'
import { createCode } from './marks.ts'
import type { Options } from './options.ts'
import { makeExam, makeStudents, openWindow } from './set-up.ts'
import type { Staff } from './staff.ts'
import { createRehearsalStudent, type RehearsalStudent } from './student.ts'
import { createTallies } from './tallies.ts'
import type { Figures } from './verdict.ts'

/** Far below what one core hashes, as a class that comes over some minutes. */
const loginsPerSecond = 10
/** From the last login to the opening. */
const getLobbyMs = (students: number) => 2_000 + Math.min(10_000, students * 20)
const signInsAtOnce = 8
const pings = 40
/** Before the 15 minutes are over in which an owner may erase. */
const proofMs = 10 * 60_000
const closedWithinMs = 40_000

type Rehearsal = {
  readonly signal: AbortSignal
  /** Tells the person who waits what goes on. */
  readonly say: (text: string) => void
}

export type RehearsalResult = {
  readonly figures: Figures
  /** By how much this program was late, at p99. */
  readonly clientLagMs: number
}

/** Makes what a rehearsal needs and plays it; erasing all of it is up to the caller. */
export async function runRehearsal(
  staff: Staff,
  { url, students: count, minutes }: Options,
  { signal, say }: Rehearsal,
): Promise<RehearsalResult> {
  const networkMs = await measureNetwork(staff)
  const code = createCode()
  const setUp = { code, students: count, minutes }
  const testId = await makeExam(staff, setUp)
  const madeUp = await makeStudents(staff, setUp)
  signal.throwIfAborted()
  const tallies = createTallies()
  const students = madeUp.map(({ email, password: oneTimePassword }) =>
    createRehearsalStudent({ url, email, oneTimePassword, tallies, signal }),
  )
  const keeping = setInterval(() => void staff.proveAgain().catch(() => {}), proofMs)
  try {
    say(`${count} made-up students sign in for the first time.`)
    await signInAll(students)
    const doorsMs = (count / loginsPerSecond) * 1_000
    const serverTime = (await students[0]?.getServerTime()) ?? Date.now()
    const readAt = performance.now()
    const opensAt = serverTime + doorsMs + getLobbyMs(count)
    const closesAt = opensAt + minutes * 60_000
    await openWindow(staff, { code, testId, opensAt, closesAt })
    say(
      `They log in within ${Math.ceil(doorsMs / 1_000)} s and wait in the lobby; the test is open for ${minutes} min.`,
    )
    const lag = monitorEventLoopDelay({ resolution: 1 })
    lag.enable()
    const doorsAt = performance.now()
    const taking = students.map((student, place) =>
      student.takeExam(testId, doorsAt + (place / loginsPerSecond) * 1_000),
    )
    // None may be at work any more when all is erased.
    const ends = await Promise.allSettled(taking)
    lag.disable()
    signal.throwIfAborted()
    const finished = ends.filter(didFinish).length
    const bellAt = readAt + (closesAt - serverTime)
    const closed = await waitForClosed(staff, testId, { bellAt, signal })
    return {
      figures: {
        students: count,
        networkMs,
        closedAfterMs: closed.afterMs,
        unfinished: count - Math.min(finished, closed.count),
        calls: tallies.toFigures(),
      },
      clientLagMs: lag.percentile(99) / 1e6,
    }
  } finally {
    clearInterval(keeping)
    for (const student of students) student.close()
  }
}

/** @throws what was no failed call */
function didFinish(end: PromiseSettledResult<boolean>): boolean {
  if (end.status === 'rejected') throw end.reason
  return end.value
}

/** The first one opens the connection, and is left out. */
async function measureNetwork(staff: Staff): Promise<number> {
  await staff.ping()
  const times: number[] = []
  for (let n = 0; n < pings; n++) {
    const ms = await staff.ping()
    if (ms !== null) times.push(ms)
  }
  return computeQuantile(times, 95)
}

async function signInAll(students: readonly RehearsalStudent[]): Promise<void> {
  const waiting = students.values()
  const signInNext = async () => {
    for (const student of waiting) await student.signInFirst()
  }
  const lines = await Promise.allSettled(Array.from({ length: signInsAtOnce }, signInNext))
  for (const line of lines) if (line.status === 'rejected') throw line.reason
}

type Bell = { readonly bellAt: number; readonly signal: AbortSignal }

/** Until no attempt runs, or the time for that is over. */
async function waitForClosed(staff: Staff, testId: string, { bellAt, signal }: Bell) {
  for (;;) {
    const attempts = await staff.ask(listExamAttempts, { params: { testId } })
    const count = attempts.filter(({ status }) => status === 'Completed').length
    const afterMs = Math.max(0, performance.now() - bellAt)
    if (count === attempts.length || afterMs > closedWithinMs) return { count, afterMs }
    await pause(500, undefined, { signal })
  }
}
