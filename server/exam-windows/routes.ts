import * as contract from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { describeQueuedEmails } from '#contract/queued-emails.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { listLastSeen } from '../accounts/sessions/queries.ts'
import { findBatch } from '../batches/queries.ts'
import { selectPage, withRows } from '../database/pagination.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { listAbsentStudents, type MakeUpDeps, openMakeUpWindow } from './absent-students.ts'
import { listOverlap, listWindowStudents } from './audience.ts'
import { addWindow, parseTimes, updateWindow } from './change-window.ts'
import { findWindow, listWindows } from './queries.ts'
import { removeExamWindows, removeWindow } from './remove-window.ts'
import { serializeAbsent, serializeWindowStudent } from './serialize.ts'
import { describeSavedWindow, type ShownWindowsDeps, serializeWindows } from './shown-windows.ts'

export function examWindowRoutes(bind: BindEndpoint, deps: MakeUpDeps & ShownWindowsDeps) {
  const { db, listTakers } = deps

  bind(contract.listExamWindows, async ({ query: { testId, batchId, ...query } }) => {
    const windows = await listWindows(db.read, { examId: testId, batchId })
    const page = selectPage(windows, query, {
      name: ({ examTitle }) => examTitle,
      texts: ({ batchName }) => [batchName ?? ''],
      isOldestFirst: true,
    })
    return withRows(page, await serializeWindows(deps, page.rows))
  })

  bind(contract.listWindowStudents, async ({ params, query }) => {
    const window = await findWindow(db.read, params.id)
    if (!window) return refuse('window-not-found')
    const page = selectPage(await listWindowStudents(db.read, [window]), query, byNameOrEmail)
    const takers = await listTakers(db.read, window.examId)
    const rows = page.rows.map((student) => serializeWindowStudent(student, takers))
    return withRows(page, rows)
  })

  bind(contract.addExamWindow, async ({ params, body, actor }) => {
    const { audience, rooms, release: isReleasing, confirm, ...times } = body
    const input = { audience, rooms, isReleasing, confirm, times: parseTimes(times), actor }
    const saved = await addWindow(deps, { examId: params.testId, ...input })
    return isRefusal(saved) ? saved : describeSavedWindow(deps, saved)
  })

  bind(contract.updateExamWindow, async ({ params, body, actor }) => {
    const saved = await updateWindow(deps, { id: params.id, body, actor })
    return isRefusal(saved) ? saved : describeSavedWindow(deps, saved)
  })

  bind(contract.deleteExamWindow, async ({ params, body, actor }) => {
    const { without, confirm } = body ?? {}
    const gone = await removeWindow(deps, { id: params.id, without, confirm, actor })
    if (isRefusal(gone)) return gone
    const { isReleased: released, wouldReveal } = gone
    return { message: 'Window deleted.', released, wouldReveal }
  })

  bind(contract.deleteExamWindows, async ({ params, body, actor }) => {
    const gone = await removeExamWindows(deps, {
      examId: params.testId,
      without: body.without,
      confirm: body.confirm,
      actor,
    })
    if (isRefusal(gone)) return gone
    const { removed, isReleased: released, wouldReveal } = gone
    return { message: `${pluralize(removed, 'window')} deleted.`, removed, released, wouldReveal }
  })

  bind(contract.findWindowOverlap, async ({ params, query }) => {
    if (!(await findExam(db.read, params.testId))) return refuse('test-not-found')
    if (!(await findBatch(db.read, query.batchId))) return refuse('batch-not-found')
    const { batchId, windowId: exceptWindowId } = query
    const names = await listOverlap(db.read, { examId: params.testId, batchId, exceptWindowId })
    return { count: names.length, names: names.slice(0, 3) }
  })

  bind(contract.listAbsentStudents, async ({ params, query: { batchId, ...query } }) => {
    const absent = await listAbsentStudents(db.read, deps, { examId: params.testId, batchId })
    if (isRefusal(absent)) return absent
    const page = selectPage(absent, query, byNameOrEmail)
    const ids = page.rows.map(({ id }) => id)
    const lastSeen = await listLastSeen(db.read, ids)
    const rows = page.rows.map((student) => serializeAbsent(student, lastSeen.get(student.id)))
    return withRows(page, rows)
  })

  bind(contract.openMakeUpWindow, async ({ params, body, actor }) => {
    const { batchId, studentIds, confirm, ...sent } = body
    const times = parseTimes(sent)
    const examId = params.testId
    const input = { examId, batchId, chosenIds: studentIds, times, confirm, actor }
    const made = await openMakeUpWindow(deps, input)
    if (isRefusal(made)) return made
    const { opened, emailed } = made
    const { message, ...saved } = await describeSavedWindow(deps, made)
    const queued = describeQueuedEmails(emailed, deps.mail.isSetUp)
    return { message: `${message} ${queued}`.trim(), ...saved, opened, emailed }
  })
}

const byNameOrEmail = {
  name: ({ name }: { readonly name: string }) => name,
  texts: ({ email }: { readonly email: string }) => [email],
  isOldestFirst: true,
}
