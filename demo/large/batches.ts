import type Sqlite from 'better-sqlite3'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { courses } from '#core/students/registration.ts'
import { buildSearchKey } from '#core/text.ts'
import { day, hour } from '../calendar.ts'
import type { CohortMember } from './cohort.ts'
import { createInserter } from './create-inserter.ts'
import type { LargeExam } from './exams.ts'

type AddBatchesInput = {
  readonly members: readonly CohortMember[]
  readonly exams: readonly LargeExam[]
  readonly newId: () => string
  readonly now: number
}

const membersEach = 250
const courseDays = 180

/** Those who registered together learn together; each exam but those held now had a window for some. */
export function addBatches(
  sqlite: Sqlite.Database,
  { members, exams, newId, now }: AddBatchesInput,
) {
  const addBatch = createInserter(sqlite, 'batches')
  const addMember = createInserter(sqlite, 'batch_students')
  const addWindow = createInserter(sqlite, 'exam_windows')
  const batchIds: string[] = []
  for (let from = 0; from < members.length; from += membersEach) {
    const students = members.slice(from, from + membersEach)
    const startsAt = students[0]?.registeredAt ?? now
    const id = newId()
    const name = `Batch ${batchIds.length + 1}`
    addBatch({
      id,
      name,
      name_key: buildSearchKey(name),
      course: courses[batchIds.length % courses.length] ?? 'other',
      start_day: formatInstituteDay(startsAt),
      end_day: formatInstituteDay(startsAt + courseDays * day),
      seats: membersEach,
      created_at: startsAt,
      deleted_at: null,
    })
    for (const { id: studentId, registeredAt } of students) {
      addMember({ batch_id: id, student_id: studentId, added_at: registeredAt })
    }
    batchIds.push(id)
  }
  for (const [index, { id: examId, heldAt }] of exams.entries()) {
    if (heldAt > now - day) continue
    addWindow({
      id: newId(),
      exam_id: examId,
      audience: 'batch',
      batch_id: batchIds[index % batchIds.length] ?? null,
      opens_at: heldAt,
      closes_at: heldAt + 2 * hour,
      latest_entry_at: heldAt + hour / 2,
      ends_at_closing: 0,
      created_at: heldAt - day,
    })
  }
}
