import * as examWindows from '#contract/exam-windows.ts'
import { excuseStudents, revertExcuses } from '#contract/registers.ts'
import { updateWindowEmails } from '#contract/window-emails.ts'
import { excuseReasons } from '#core/registers/register.ts'
import type { Institute } from '../institute.ts'
import type { Pick } from '../pick.ts'
import { type Acts, fromNow } from './act.ts'

/** Opens soon or is open, and closes within the hour. */
function drawTimes(institute: Institute, pick: Pick) {
  const opens = pick.nat(20) - 15
  const closes = Math.max(1, opens + 1) + pick.nat(12)
  const entry = opens + 1 + pick.nat(closes - opens - 1)
  return {
    opensAt: fromNow(institute, opens),
    closesAt: fromNow(institute, closes),
    latestEntryAt: pick.nat(2) === 2 ? fromNow(institute, entry) : null,
    endsAtClosing: pick.flag(),
  }
}

function drawAudience({ batches, students }: Institute, pick: Pick) {
  const batchId = pick.of(batches)
  const kind = pick.nat(2)
  if (kind === 0 && batchId) return { kind: 'batch' as const, batchId }
  const studentIds = pick.some(students).map(({ id }) => id)
  return kind === 1 ? { kind: 'students' as const, studentIds } : { kind: 'everyone' as const }
}

const rooms = [
  { name: 'Lab 1', seats: 2 },
  { name: 'Lab 2', seats: 3 },
]

const drawWithout = (pick: Pick) =>
  pick.nat(3) > 0 ? ('open-to-everyone' as const) : ('unrelease' as const)

export const windowActs: Acts = {
  'opens a window': {
    weight: 5,
    async run(institute, pick) {
      const testId = pick.of(institute.tests)
      if (!testId) return
      const body = {
        audience: drawAudience(institute, pick),
        ...drawTimes(institute, pick),
        ...(pick.nat(2) === 2 && { rooms }),
        ...(pick.flag() && { release: true }),
      }
      const params = { testId }
      const { teacher } = institute.staff
      const { status, json } = await teacher.call(examWindows.addExamWindow, { params, body })
      if (status === 201 && !institute.windows.includes(json.window._id))
        institute.windows.push(json.window._id)
    },
  },
  'changes a window': {
    weight: 3,
    async run(institute, pick) {
      const id = pick.of(institute.windows)
      if (!id) return
      const body = pick.flag()
        ? drawTimes(institute, pick)
        : { audience: drawAudience(institute, pick), rooms: pick.flag() ? rooms : [] }
      await institute.staff.owner.call(examWindows.updateExamWindow, { params: { id }, body })
    },
  },
  'takes a window away': {
    weight: 3,
    async run({ windows, tests, staff }, pick) {
      const [id, testId] = [pick.of(windows), pick.of(tests)]
      const body = { without: drawWithout(pick) }
      if (pick.nat(4) === 4 && testId)
        return staff.teacher.call(examWindows.deleteExamWindows, { params: { testId }, body })
      if (id) await staff.teacher.call(examWindows.deleteExamWindow, { params: { id }, body })
    },
  },
  'opens a make-up window': {
    weight: 2,
    async run(institute, pick) {
      const testId = pick.of(institute.tests)
      if (!testId) return
      const body = drawTimes(institute, pick)
      const { owner } = institute.staff
      const params = { testId }
      const { status, json } = await owner.call(examWindows.openMakeUpWindow, { params, body })
      if (status === 201) institute.windows.push(json.window._id)
    },
  },
  'excuses students': {
    weight: 2,
    async run(institute, pick) {
      const id = pick.of(institute.windows)
      if (!id) return
      const studentIds = pick.some(institute.students).map((student) => student.id)
      const reason = pick.of(excuseReasons) ?? 'illness'
      const { office } = institute.staff
      if (pick.nat(2) === 2)
        return office.call(revertExcuses, { params: { id }, body: { studentIds } })
      await office.call(excuseStudents, { params: { id }, body: { studentIds, reason } })
    },
  },
  'turns emails of windows on or off': {
    weight: 1,
    async run({ staff }, pick) {
      const body = { areSent: pick.nat(2) > 0, areRemindersSent: pick.flag() }
      await staff.teacher.call(updateWindowEmails, { body })
    },
  },
}
