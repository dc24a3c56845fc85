import * as batches from '#contract/batches.ts'
import { restoreExam } from '#contract/deleted-exams.ts'
import { listEnquiries, markEnquiry } from '#contract/enquiries.ts'
import { addExamWindow, deleteExamWindow } from '#contract/exam-windows.ts'
import { deleteExam, listExams, updateExam } from '#contract/exams.ts'
import { decideIncidents, listIncidents, revertDecision } from '#contract/incidents.ts'
import { applyAction, undoLiveAction } from '#contract/live.ts'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { excuseStudents, getRegister, revertExcuses } from '#contract/registers.ts'
import { releaseResults, unreleaseResults } from '#contract/result-release.ts'
import { deleteStudents, listStudents, restoreStudents } from '#contract/students.ts'
import { comparePictures } from '../compare-pictures.ts'
import type { Institute } from '../institute.ts'
import type { Pick } from '../pick.ts'
import { readInstitute } from '../read-institute.ts'
import { type Acts, fromNow, why } from './act.ts'

/** @returns undoes what was done; undefined where nothing was */
type Undo = (() => Promise<unknown>) | undefined
type Doing = (institute: Institute, pick: Pick) => Promise<Undo>

/** Tells that something was changed, and back. */
const tracesOfChange = ['version']
/** For ten seconds an undone action is shown as such, and a pause of no length is an event. */
const tracesOfLiveActions = ['actions', listAttemptEvents.path]

/** Does something and undoes it in one moment: no page may look different after that. */
function thereAndBack(weight: number, run: Doing, traces: readonly string[] = []) {
  return {
    weight,
    async run(institute: Institute, pick: Pick) {
      await institute.settle()
      const before = await readInstitute(institute)
      const undo = await run(institute, pick)
      if (!undo) return
      await undo()
      await institute.runJobs()
      institute.counts.inverses += 1
      const after = await readInstitute(institute)
      comparePictures('Done and undone', before, after, [...tracesOfChange, ...traces])
    },
  }
}

async function liveAction(kind: 'pause' | 'add-minutes' | 'end', institute: Institute, pick: Pick) {
  const testId = pick.of(institute.tests)
  const ids = institute.started.filter((one) => one.testId === testId).map(({ id }) => id)
  if (!testId || ids.length === 0) return
  const body = {
    kind,
    reason: 'noise' as const,
    attemptIds: pick.some(ids),
    ...(kind === 'add-minutes' && { minutes: 3 }),
  }
  const { teacher } = institute.staff
  const { status, json } = await teacher.call(applyAction, { params: { testId }, body })
  if (status !== 200) return
  const params = { actionId: json.action._id }
  return () => teacher.call(undoLiveAction, { params })
}

export const inverseActs: Acts = {
  'pauses, and undoes it': thereAndBack(
    1,
    (institute, pick) => liveAction('pause', institute, pick),
    tracesOfLiveActions,
  ),
  'adds minutes, and undoes it': thereAndBack(
    1,
    (institute, pick) => liveAction('add-minutes', institute, pick),
    tracesOfLiveActions,
  ),
  'ends attempts, and undoes it': thereAndBack(
    1,
    (institute, pick) => liveAction('end', institute, pick),
    tracesOfLiveActions,
  ),
  'releases results, and takes them back': thereAndBack(1, async ({ staff, tests }, pick) => {
    const testId = pick.of(tests)
    const exam = (await staff.owner.call(listExams)).json.find(({ _id }) => _id === testId)
    if (!testId || !exam || !('resultsReleasedAt' in exam) || exam.resultsReleasedAt) return
    await staff.owner.call(releaseResults, { params: { testId } })
    return () => staff.owner.call(unreleaseResults, { params: { testId }, body: { why } })
  }),
  'deletes students, and restores them': thereAndBack(1, async ({ staff }, pick) => {
    const { json } = await staff.office.call(listStudents)
    const ids = pick.some(json).map(({ _id }) => _id)
    const { status } = await staff.office.call(deleteStudents, { body: { ids } })
    if (status !== 200) return
    return () => staff.office.call(restoreStudents, { body: { ids } })
  }),
  'deletes a test, and restores it': thereAndBack(1, async ({ staff }, pick) => {
    const { json } = await staff.teacher.call(listExams)
    const id = pick.of<{ _id: string }>(json)?._id ?? ''
    const { status } = await staff.teacher.call(deleteExam, { params: { id } })
    if (status !== 200) return
    return () => staff.teacher.call(restoreExam, { params: { id } })
  }),
  'releases a test or not, and changes it back': thereAndBack(1, async ({ staff, tests }, pick) => {
    const id = pick.of(tests)
    const exam = (await staff.owner.call(listExams)).json.find(({ _id }) => _id === id)
    if (!id || !exam) return
    const toggle = (released: boolean) =>
      staff.owner.call(updateExam, { params: { id }, body: { released } })
    await toggle(!exam.released)
    return () => toggle(exam.released)
  }),
  'opens a window, and takes it away': thereAndBack(1, async (institute, pick) => {
    const testId = pick.of(institute.tests)
    const { teacher } = institute.staff
    if (!testId) return
    const body = {
      audience: {
        kind: 'students' as const,
        studentIds: pick.some(institute.students).map(({ id }) => id),
      },
      opensAt: fromNow(institute, 90),
      closesAt: fromNow(institute, 120),
    }
    const { status, json } = await teacher.call(addExamWindow, { params: { testId }, body })
    if (status !== 201) return
    const params = { id: json.window._id }
    return () => teacher.call(deleteExamWindow, { params, body: { without: 'open-to-everyone' } })
  }),
  'adds students to a batch, and takes them out': thereAndBack(1, async (institute, pick) => {
    const id = pick.of(institute.batches) ?? ''
    const studentIds = pick.some(institute.students).map((student) => student.id)
    const { office } = institute.staff
    const { status, json } = await office.call(batches.addBatchStudents, {
      params: { id },
      body: { studentIds },
    })
    if (status !== 200 || json.addedIds.length === 0) return
    const body = { studentIds: json.addedIds }
    return () => office.call(batches.removeBatchStudents, { params: { id }, body })
  }),
  'takes students out of a batch, and adds them': thereAndBack(1, async (institute, pick) => {
    const id = pick.of(institute.batches) ?? ''
    const studentIds = pick.some(institute.students).map((student) => student.id)
    const { office } = institute.staff
    const { status, json } = await office.call(batches.removeBatchStudents, {
      params: { id },
      body: { studentIds },
    })
    const { addedAt = {} } = status === 200 ? json.undo : {}
    if (Object.keys(addedAt).length === 0) return
    // Since a clock was set back, they would have been added in the future.
    if (Object.values(addedAt).some((at) => Date.parse(at) > institute.now())) return
    const body = { studentIds: Object.keys(addedAt), addedAt }
    return () => office.call(batches.addBatchStudents, { params: { id }, body })
  }),
  'deletes a batch, and restores it': thereAndBack(1, async ({ staff }, pick) => {
    const { json } = await staff.office.call(batches.listBatches)
    const id = pick.of(json)?._id ?? ''
    const { status } = await staff.office.call(batches.deleteBatch, { params: { id } })
    if (status !== 200) return
    return () => staff.office.call(batches.restoreBatch, { params: { id } })
  }),
  'decides about incidents, and takes it back': thereAndBack(2, async (institute, pick) => {
    const { teacher } = institute.staff
    const { json } = await teacher.call(listIncidents, { query: { state: 'open' } })
    const group = pick.of(json)
    if (!group) return
    const decisionId = `decision-${institute.count()}`
    const outcome = pick.flag() ? ('no-consequence' as const) : ('voided' as const)
    const incidents = group.members.map(({ _id, attemptId }) => ({ _id, attemptId }))
    const body = { decisionId, groupId: group._id, incidents, outcome, why }
    const { status } = await teacher.call(decideIncidents, { body })
    if (status !== 200) return
    return () => teacher.call(revertDecision, { body: { decisionId, why } })
  }),
  'excuses students, and takes it back': thereAndBack(1, async (institute, pick) => {
    const id = pick.of(institute.windows) ?? ''
    const { owner } = institute.staff
    const { status, json } = await owner.call(getRegister, { params: { id } })
    if (status !== 200) return
    const free = json.students.filter(({ excuse }) => !excuse).map(({ _id }) => _id)
    if (free.length === 0) return
    const body = { studentIds: pick.some(free), reason: 'illness' as const }
    const excused = await owner.call(excuseStudents, { params: { id }, body })
    const { studentIds } = excused.json
    if (excused.status !== 200 || studentIds.length === 0) return
    return () => owner.call(revertExcuses, { params: { id }, body: { studentIds } })
  }),
  'handles an enquiry, and not': thereAndBack(1, async ({ staff }, pick) => {
    const { json } = await staff.office.call(listEnquiries)
    const enquiry = pick.of(json.filter(({ handledAt }) => !handledAt))
    if (!enquiry) return
    const params = { id: enquiry._id }
    await staff.office.call(markEnquiry, { params, body: { handled: true } })
    return () => staff.office.call(markEnquiry, { params, body: { handled: false } })
  }),
}
