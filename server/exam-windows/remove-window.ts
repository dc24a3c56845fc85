import type { KeyReveal } from '#contract/key-guard.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { type GuardedExam, refuseUnconfirmed } from '../exams/key-guard.ts'
import { type Exam, lockExam, saveExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import type { GuardedDeps } from './key-guard.ts'
import { type ExamWindow, listExamWindows, lockWindow, removeWindows } from './queries.ts'

type WithoutWindows = 'open-to-everyone' | 'unrelease'

type RemoveWindowsInput<Without> = {
  readonly without: Without
  readonly confirm: boolean | undefined
  readonly actor: Actor
}

type Removed = Pick<KeyReveal, 'wouldReveal'> & { readonly isReleased: boolean }

export async function removeWindow(
  deps: GuardedDeps,
  {
    id,
    without,
    confirm,
    actor,
  }: RemoveWindowsInput<WithoutWindows | undefined> & { readonly id: string },
): Promise<Removed | Refusal<'window-not-found' | 'last-window' | 'key-still-needed'>> {
  return deps.db.write(async (tx) => {
    const window = await lockWindow(tx, id)
    const exam = window && (await lockExam(tx, window.examId))
    if (!window || !exam) return refuse('window-not-found')
    const isLast = (await listExamWindows(tx, exam.id)).length === 1
    if (isLast && exam.releasedAt !== null && !without) return refuse('last-window')
    const isReleased = exam.releasedAt !== null && !(isLast && without === 'unrelease')
    const reveal = await findRevealWithout(tx, deps, { exam, isOpened: isLast && isReleased })
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed

    await removeAll(tx, deps, { exam, windows: [window], actor })
    if (!isReleased) await setReleased(tx, deps, { exam, isReleased, actor })
    return { isReleased, wouldReveal: reveal.wouldReveal }
  })
}

export async function removeExamWindows(
  deps: GuardedDeps,
  {
    examId,
    without,
    confirm,
    actor,
  }: RemoveWindowsInput<WithoutWindows> & { readonly examId: string },
): Promise<
  (Removed & { readonly removed: number }) | Refusal<'test-not-found' | 'key-still-needed'>
> {
  return deps.db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')
    const windows = await listExamWindows(tx, examId)
    const isReleased = exam.releasedAt !== null && without !== 'unrelease'
    const isOpened = windows.length > 0 && isReleased
    const reveal = await findRevealWithout(tx, deps, { exam, isOpened })
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed

    await removeAll(tx, deps, { exam, windows, actor })
    if (!isReleased) await setReleased(tx, deps, { exam, isReleased, actor })
    return { removed: windows.length, isReleased, wouldReveal: reveal.wouldReveal }
  })
}

/** Only without its last window does an exam open to anybody. */
async function findRevealWithout(
  tx: Db,
  { findKeyReveal, now }: GuardedDeps,
  { exam, isOpened }: { readonly exam: GuardedExam; readonly isOpened: boolean },
): Promise<KeyReveal> {
  if (!isOpened) return { wouldReveal: null, stillToSit: [] }
  return findKeyReveal(tx, exam, { kind: 'open-to-everyone' }, now())
}

type RemovedWindows = {
  readonly exam: Exam
  readonly windows: readonly ExamWindow[]
  readonly actor: Actor
}

async function removeAll(tx: Db, deps: GuardedDeps, { exam, windows, actor }: RemovedWindows) {
  const at = deps.now()
  await deps.registers.reconcile(tx, exam.id, at)
  for (const window of windows) await deps.registers.close(tx, window)
  await removeWindows(
    tx,
    windows.map(({ id }) => id),
  )
  for (const { id, batchId } of windows) {
    const event = { actor, action: 'window.removed', subject: exam.id } as const
    const detail = { windowId: id, ...(batchId && { batchId }) }
    await audit(tx, deps, { ...event, detail }, at)
  }
}

type Release = { readonly exam: Exam; readonly isReleased: boolean; readonly actor: Actor }

/** The exam must be locked. */
export async function setReleased(tx: Db, deps: Deps, { exam, isReleased, actor }: Release) {
  if ((exam.releasedAt !== null) === isReleased) return
  const at = deps.now()
  await saveExam(tx, { ...exam, releasedAt: isReleased ? at : null })
  const action = isReleased ? 'exam.released' : 'exam.unreleased'
  const detail = { fields: ['released'] }
  await audit(tx, deps, { actor, action, subject: exam.id, detail }, at)
}
