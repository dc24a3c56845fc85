import { randomBytes } from 'node:crypto'
import { addAccount } from './accounts/queries.ts'
import type { Guest, House } from './house.ts'
import { aStudent, questions, releasedExam } from './house-classroom.ts'
import { addStudent } from './students/queries.ts'

const minute = 60_000

/** Written straight into the tables: sitting it is told elsewhere. */
export async function aClassThatFinished({ deps }: House, admin: Guest, size: number) {
  const { _id: testId } = await releasedExam(admin, { questions: questions(5) })
  const { db, newId, now } = deps
  const at = now()
  const addresses: string[] = []
  await db.write(async (tx) => {
    const { revision_id } = await tx
      .selectFrom('exams')
      .select('revision_id')
      .where('id', '=', testId)
      .executeTakeFirstOrThrow()
    for (let seat = 0; seat < size; seat++) {
      const [id, email, name] = [newId(), `seat${seat}@example.com`, `Student ${seat}`]
      await addAccount(tx, { id, role: 'student', email, name }, at)
      await addStudent(tx, { ...aStudent, id, email, name, created_at: at })
      await tx
        .insertInto('attempts')
        .values({
          ...{ id: newId(), exam_id: testId, revision_id, student_id: id },
          ...{ seed: randomBytes(4).readUInt32LE(), started_at: at, ends_at: at + 30 * minute },
          ...{ closes_at: at + 30 * minute + 15_000, finished_at: at + minute },
          ...{ finish_reason: 'Completed', score: seat % 6 },
        })
        .execute()
      addresses.push(`"${name}" <${email}>`)
    }
  })
  return { testId, addresses }
}

/** True once no letter is on its way: while one is, its lease would run out if time passed. */
export async function passAMinute(house: House): Promise<boolean> {
  const underWay = await house.deps.db.read
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where((is) =>
      is.or([is('leased_until', 'is not', null), is('next_try_at', '<=', house.deps.now())]),
    )
    .limit(1)
    .executeTakeFirst()
  if (underWay) return false
  house.pass(minute)
  house.deps.mail.wake()
  return true
}
