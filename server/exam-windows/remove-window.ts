import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { type Exam, lockExam, saveExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { type ExamWindow, listExamWindows, lockWindow, removeWindows } from './queries.ts'

type WithoutWindows = 'open-to-everyone' | 'unrelease'

type RemoveWindowsInput<Without> = { readonly without: Without; readonly actor: Actor }

/** @returns whether the exam is released */
export async function removeWindow(
  deps: Deps,
  { id, without, actor }: RemoveWindowsInput<WithoutWindows | undefined> & { readonly id: string },
): Promise<boolean | Refusal<'window-not-found' | 'last-window'>> {
  return deps.db.write(async (tx) => {
    const window = await lockWindow(tx, id)
    const exam = window && (await lockExam(tx, window.examId))
    if (!window || !exam) return refuse('window-not-found')
    const isLast = (await listExamWindows(tx, exam.id)).length === 1
    if (isLast && exam.releasedAt !== null && !without) return refuse('last-window')

    await removeAll(tx, deps, { exam, windows: [window], actor })
    if (!isLast || without !== 'unrelease') return exam.releasedAt !== null
    await setReleased(tx, deps, { exam, isReleased: false, actor })
    return false
  })
}

export async function removeExamWindows(
  deps: Deps,
  { examId, without, actor }: RemoveWindowsInput<WithoutWindows> & { readonly examId: string },
): Promise<{ removed: number; isReleased: boolean } | Refusal<'test-not-found'>> {
  return deps.db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')
    const windows = await listExamWindows(tx, examId)
    await removeAll(tx, deps, { exam, windows, actor })
    const isReleased = exam.releasedAt !== null && without !== 'unrelease'
    if (!isReleased) await setReleased(tx, deps, { exam, isReleased, actor })
    return { removed: windows.length, isReleased }
  })
}

type RemovedWindows = {
  readonly exam: Exam
  readonly windows: readonly ExamWindow[]
  readonly actor: Actor
}

async function removeAll(tx: Db, deps: Deps, { exam, windows, actor }: RemovedWindows) {
  await removeWindows(
    tx,
    windows.map(({ id }) => id),
  )
  for (const { id, batchId } of windows) {
    const event = { actor, action: 'window.removed', subject: exam.id } as const
    const detail = { windowId: id, ...(batchId && { batchId }) }
    await audit(tx, deps, { ...event, detail }, deps.now())
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
