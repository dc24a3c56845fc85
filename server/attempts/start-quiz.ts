import {
  begin,
  expire,
  findStartRefusal,
  isExtraAttempt,
  isOver,
  isWaiting,
  resume,
} from '#core/attempts/attempt.ts'
import { findClosing, findEntryRefusal, resolveAccess } from '#core/exam-windows/window.ts'
import { findReloadRefusal } from '#core/exams/exam.ts'
import type { RecordedKind } from '#core/proctoring/policy.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { AttemptPlaceRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { listStudentWindows } from '../exam-windows/student-windows.ts'
import { getPaper, lockExamShared } from '../exams/queries.ts'
import { dropUnsentResults } from '../platform/mailer/result-queries.ts'
import type { Caller, PlaceLog } from '../presence/place-log.ts'
import { savePlaces } from '../presence/place-queries.ts'
import { lockStudent } from '../students/queries.ts'
import { saveResumption } from './adjustment-queries.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import { closeAttempt } from './close-attempt.ts'
import { countExtraAttempts } from './count-queries.ts'
import { addEvent, listEvents } from './event-queries.ts'
import { lacksReloadPrompt } from './proctoring-outcome.ts'
import {
  addAttempt,
  findAttemptForUpdate,
  findAttemptsAtExam,
  findRunningAttempt,
} from './queries.ts'

type StartedAttempt = {
  readonly attempt: AttemptWithAnswers
  readonly isNew: boolean
  readonly at: number
}

type StartQuizInput = {
  readonly studentId: string
  readonly examId: string
  /** The kinds of question that the browser can show. */
  readonly knownKinds: readonly string[]
  readonly acknowledgesWarnings: boolean
  /** As the browser saw its window before the start. */
  readonly hasWindowGap: boolean
  /** As the browser says of itself; kept with the attempt, where staff see it. */
  readonly hasNoReloadPrompt: boolean
  readonly caller: Caller
}

type StartRefusal = Refusal<
  | 'test-not-found'
  | 'not-open-yet'
  | 'entry-over'
  | 'window-closed'
  | 'already-taken'
  | 'clock-behind'
  | 'reload-needed'
>

/** Resumes a running attempt, whose clock starts if it waited; parallel starts create only one. */
export async function startQuiz(
  deps: Deps,
  places: PlaceLog,
  input: StartQuizInput,
): Promise<StartedAttempt | StartRefusal> {
  let due: readonly AttemptPlaceRow[] = []
  const started = await deps.db.write(async (tx) => {
    const started = await startOrResume(tx, deps, input)
    if (isRefusal(started)) return started
    due = places.listDue(started.attempt.id, input.caller, started.at)
    await savePlaces(tx, due)
    return started
  })
  if (!isRefusal(started)) places.markWritten(started.attempt.id, input.caller, started.at, due)
  return started
}

async function startOrResume(
  tx: Db,
  deps: Deps,
  input: StartQuizInput,
): Promise<StartedAttempt | StartRefusal> {
  const { studentId, examId, knownKinds, acknowledgesWarnings } = input
  const { now, seed, newId } = deps
  const exam = await lockExamShared(tx, examId)
  if (!exam) return refuse('test-not-found')
  const { extraTimePercent, isDeleted } = await lockStudent(tx, studentId)
  if (isDeleted) return refuse('test-not-found')
  const { running, count } = await findAttemptsAtExam(tx, studentId, examId)

  const at = now()
  if (running && !isOver(running, at)) {
    const paper = await getPaper(tx, running.revisionId)
    const reloadRefusal = findReloadRefusal(paper, knownKinds)
    if (reloadRefusal) return reloadRefusal
    if (input.hasNoReloadPrompt && !lacksReloadPrompt(await listEvents(tx, running.id)))
      await noteAtStart(tx, deps, { attemptId: running.id, kind: 'no-reload-prompt', at })
    return { attempt: await startClock(tx, deps, running, at), isNew: false, at }
  }
  if (exam.releasedAt === null) return refuse('test-not-found')
  if (deps.clock.isHeld()) return refuse('clock-behind')
  const windows = await listStudentWindows(tx, { examId, studentId })
  const access = windows && resolveAccess(windows, at)
  if (windows && !access) return refuse('test-not-found')
  const granted = (await countExtraAttempts(tx, studentId)).get(examId)
  const refused =
    findStartRefusal(count, exam.attemptsAllowed, granted) ??
    (access &&
      findEntryRefusal(access, {
        isExtraAttempt: isExtraAttempt(count, exam.attemptsAllowed),
      }))

  if (running) await closeAttempt(tx, deps, { ...running, ...expire(running) }, at)
  if (refused) return refused
  const reloadRefusal = findReloadRefusal(await getPaper(tx, exam.revisionId), knownKinds)
  if (reloadRefusal) return reloadRefusal
  const closing = windows && findClosing(windows, at)
  const attempt: AttemptWithAnswers = {
    ...begin({ ...exam, extraTimePercent, closing }, seed(), at),
    id: newId(),
    examId,
    revisionId: exam.revisionId,
    studentId,
    score: null,
    reopenedAt: null,
    acknowledgesWarnings,
    isVoid: false,
    timeChanges: 0,
    openMessages: 0,
  }
  const added = await addAttempt(tx, attempt)
  if (added) {
    const note = { attemptId: attempt.id, at }
    if (input.hasWindowGap) await noteAtStart(tx, deps, { ...note, kind: 'window-gap' })
    if (input.hasNoReloadPrompt) await noteAtStart(tx, deps, { ...note, kind: 'no-reload-prompt' })
    // No result of any attempt is shown while one is running.
    const withheld = { examId, studentIds: [studentId] }
    if (exam.resultsReleasedAt !== null) await dropUnsentResults(tx, withheld, at)
    return { attempt, isNew: true, at }
  }
  const winner = await findRunningAttempt(tx, studentId, examId)
  return winner ? { attempt: winner, isNew: false, at } : refuse('already-taken')
}

type StartNote = {
  readonly attemptId: string
  readonly kind: RecordedKind
  readonly at: number
}

/** Records the browser and its window, for the person who looks at the attempt. */
function noteAtStart(tx: Db, { newId }: Deps, { attemptId, kind, at }: StartNote) {
  return addEvent(tx, {
    id: newId(),
    attempt_id: attemptId,
    kind,
    at,
    received_at: at,
    told_at: null,
    duration_ms: null,
  })
}

/** Starts the clock of a reopened attempt that waits for its student. */
async function startClock(tx: Db, { db }: Deps, running: AttemptWithAnswers, at: number) {
  if (!isWaiting(running, at)) return running
  const key = { studentId: running.studentId, attemptId: running.id }
  const attempt = await findAttemptForUpdate(tx, db.engine, key)
  const resumed = resume(attempt ?? running, at)
  await saveResumption(tx, resumed)
  return resumed
}
