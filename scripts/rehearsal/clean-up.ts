import { setTimeout as sleep } from 'node:timers/promises'
import { eraseExam, listDeletedExams } from '#contract/deleted-exams.ts'
import { deleteExam, listExams } from '#contract/exams.ts'
import { applyAction } from '#contract/live.ts'
import {
  deleteStudents,
  eraseStudent,
  listDeletedStudents,
  listStudents,
} from '#contract/students.ts'
import { addressSearch, isRehearsalAddress, isRehearsalTitle, titleSearch } from './marks.ts'
import { RefusedCall, type Staff } from './staff.ts'

type Found = {
  readonly students: readonly { _id: string; name: string; email: string }[]
  readonly exams: readonly { _id: string; title: string }[]
}

/** Tests and students that rehearsals have left, deleted or not. */
export type Leftovers = { readonly here: Found; readonly deleted: Found }

export async function findLeftovers(staff: Staff): Promise<Leftovers> {
  const [students, deletedStudents] = [
    await staff.ask(listStudents, { query: { search: addressSearch } }),
    await staff.ask(listDeletedStudents, { query: { search: addressSearch } }),
  ]
  const [exams, deletedExams] = [
    await staff.ask(listExams, { query: { search: titleSearch } }),
    await staff.ask(listDeletedExams, { query: { search: titleSearch } }),
  ]
  return {
    here: {
      students: students.filter(({ email }) => isRehearsalAddress(email)),
      exams: exams.filter(({ title }) => isRehearsalTitle(title)),
    },
    deleted: {
      students: deletedStudents.filter(({ email }) => isRehearsalAddress(email)),
      exams: deletedExams.filter(({ title }) => isRehearsalTitle(title)),
    },
  }
}

export function isEmpty({ here, deleted }: Leftovers): boolean {
  return [here, deleted].every(({ students, exams }) => students.length + exams.length === 0)
}

/** "12 made-up students and 1 test", for what is left. */
export function describeLeftovers({ here, deleted }: Leftovers): string {
  const students = here.students.length + deleted.students.length
  const exams = here.exams.length + deleted.exams.length
  const parts = [
    ...(students > 0 ? [`${students} made-up ${students === 1 ? 'student' : 'students'}`] : []),
    ...(exams > 0 ? [`${exams} ${exams === 1 ? 'test' : 'tests'}`] : []),
  ]
  return parts.join(' and ')
}

/**
 * Erases all that rehearsals have made. Students go first, with their attempts: a test that somebody
 * has taken is not erased at once.
 */
export async function eraseLeftovers(staff: Staff): Promise<void> {
  await staff.proveAgain()
  const { here, deleted } = await findLeftovers(staff)
  const ids = here.students.map(({ _id }) => _id)
  if (ids.length > 0) await deleteThem(staff, ids, here.exams)
  for (const { _id: id, name } of [...here.students, ...deleted.students]) {
    await ignoreGone(staff.ask(eraseStudent, { params: { id }, body: { name } }))
  }
  for (const { _id: id } of here.exams) {
    await ignoreGone(staff.ask(deleteExam, { params: { id } }))
  }
  for (const { _id: testId, title } of [...here.exams, ...deleted.exams]) {
    await ignoreGone(staff.ask(eraseExam, { params: { testId }, body: { title } }))
  }
}

/** An attempt that a stopped rehearsal has left is ended first, which takes the time of an undo. */
async function deleteThem(staff: Staff, ids: string[], exams: Found['exams']): Promise<void> {
  let isEnding = false
  for (let triesLeft = 30; ; triesLeft--) {
    try {
      await staff.ask(deleteStudents, { body: { ids } })
      return
    } catch (error) {
      const isRunning = error instanceof RefusedCall && error.code === 'attempt-running'
      if (!isRunning || triesLeft === 0) throw error
    }
    if (!isEnding) {
      const body = { kind: 'end', reason: 'other', reasonText: 'The rehearsal is over' } as const
      for (const { _id: testId } of exams)
        await staff.ask(applyAction, { params: { testId }, body })
    }
    isEnding = true
    await sleep(1_000)
  }
}

/** Sent again because its reply was lost, a call finds nothing left to erase. */
async function ignoreGone(erasing: Promise<unknown>): Promise<void> {
  await erasing.catch((error) => {
    const isGone = error instanceof RefusedCall && /^(student|test)-not-found$/.test(error.code)
    if (!isGone) throw error
  })
}
