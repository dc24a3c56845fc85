import { addBatchStudents, createBatch } from '#contract/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { addExamWindow } from '#contract/exam-windows.ts'
import { listStudents } from '#contract/students.ts'
import { type AdminTask, hour, minute } from './calendar.ts'
import { expectOk } from './create-demo-app.ts'
import type { Name } from './names.ts'
import { type ExamKey, examIdOf, type Scenario } from './scenario.ts'

/** Those who take their test at this moment, and one who is in both. */
const weekend: readonly Name[] = [
  'Priya Nair',
  'Siddharth Joshi',
  'Fatima Shaikh',
  'Vikram Singh Rathore',
]

/** Two batches with everybody in them; windows that are over, open, coming, and not released. */
export function planBatches(scenario: Scenario): AdminTask[] {
  const { at, now, dateIn } = scenario.calendar
  const ids = new Map<string, string>()

  const create = (
    name: string,
    body: Omit<BodyOf<typeof createBatch>, 'name'>,
    isMember: (name: string, index: number) => boolean,
  ): AdminTask => ({
    at: at(9, '20:00'),
    run: async (admin) => {
      const students = await expectOk(admin.request(listStudents, { query: { sort: 'oldest' } }))
      const { batch } = await expectOk(admin.request(createBatch, { body: { name, ...body } }))
      const members = students.filter((student, index) => isMember(student.name, index))
      const studentIds = members.map(({ _id }) => _id)
      const params = { id: batch._id }
      await expectOk(admin.request(addBatchStudents, { params, body: { studentIds } }))
      ids.set(name, batch._id)
    },
  })
  const open = (exam: ExamKey, batch: string, when: number, times: WindowTimes): AdminTask => ({
    at: when,
    run: (admin) =>
      expectOk(
        admin.request(addExamWindow, {
          params: { testId: examIdOf(scenario, exam) },
          body: {
            audience: { kind: 'batch', batchId: ids.get(batch) ?? '' },
            opensAt: new Date(times.opens).toISOString(),
            closesAt: new Date(times.closes).toISOString(),
            latestEntryAt: times.entry === undefined ? null : new Date(times.entry).toISOString(),
          },
        }),
      ),
  })
  const resit = at(-2, '10:00')
  const final = at(-5, '14:00')
  return [
    create(
      'Morning B12',
      { course: 'full stack', startDate: dateIn(-40), endDate: dateIn(140), seats: 40 },
      (name) => name === 'Priya Nair' || !weekend.includes(name as Name),
    ),
    create(
      'Weekend B9',
      { course: 'react js', startDate: dateIn(-12), endDate: dateIn(20), seats: 12 },
      (name, index) => weekend.includes(name as Name) || index % 5 === 0,
    ),
    open('react', 'Morning B12', at(8, '18:00'), { opens: at(7, '09:00'), closes: at(1, '20:00') }),
    open('react', 'Weekend B9', at(8, '18:05'), { opens: at(7, '09:00'), closes: now + 5 * hour }),
    open('git', 'Morning B12', at(1, '20:20'), { opens: final, closes: final + 2 * hour }),
    open('javascript', 'Weekend B9', now - minute, {
      opens: resit,
      closes: resit + hour,
      entry: resit + 20 * minute,
    }),
  ]
}

type WindowTimes = {
  readonly opens: number
  readonly closes: number
  readonly entry?: number
}
