import { normalizeRollNumber } from '#core/students/roll-number.ts'
import { audit } from '../audit-log/audit.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { collectChangedValues } from '../students/editable-columns.ts'
import { findStudent, findStudentsByIds, lockStudent, saveStudent } from '../students/queries.ts'

const batchSize = 500

type TakeOverInput = {
  /** By student; none of them is another student's. */
  readonly rollNumbers: ReadonlyMap<string, string>
  readonly actor: Actor
  readonly at: number
}

/** Gives students who are here already their roll number; one who has another keeps it. */
export async function takeOverRollNumbers(
  tx: Db,
  deps: Deps,
  { rollNumbers, actor, at }: TakeOverInput,
): Promise<void> {
  for (const ids of toBatches([...rollNumbers.keys()], batchSize)) {
    const students = await findStudentsByIds(tx, ids)
    for (const { id, roll_number } of students) {
      if (roll_number !== null) continue
      await lockStudent(tx, id)
      const student = await findStudent(tx, id)
      if (!student || student.roll_number !== null) continue
      const edited = { ...student, roll_number: normalizeRollNumber(rollNumbers.get(id) ?? '') }
      const values = collectChangedValues(student, edited)
      await saveStudent(tx, edited)
      const event = { actor, action: 'student.updated', subject: id } as const
      await audit(tx, deps, { ...event, detail: { fields: Object.keys(values) }, values }, at)
    }
  }
}
