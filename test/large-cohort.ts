import { randomBytes } from 'node:crypto'
import { addAccount } from '#server/accounts/queries.ts'
import { toBatches } from '#server/database/database.ts'
import { addStudent } from '#server/students/queries.ts'
import { createQuestions, createReleasedExam, studentRecord } from './factories.ts'
import type { TestApp, TestClient } from './test-app.ts'

const minute = 60_000

/** Written straight into the tables: other specs cover taking an exam. */
export async function createFinishedCohort({ deps }: TestApp, admin: TestClient, size: number) {
  const { _id: testId } = await createReleasedExam(admin, { questions: createQuestions(5) })
  const { db, newId, now } = deps
  const at = now()
  const addresses: string[] = []
  await db.write(async (tx) => {
    const { revision_id } = await tx
      .selectFrom('exams')
      .select('revision_id')
      .where('id', '=', testId)
      .executeTakeFirstOrThrow()
    for (let index = 0; index < size; index++) {
      const [id, email, name] = [newId(), `seat${index}@example.com`, `Student ${index}`]
      await addAccount(tx, { id, role: 'student', email, name }, at)
      await addStudent(tx, { ...studentRecord, id, email, name, created_at: at })
      await tx
        .insertInto('attempts')
        .values({
          id: newId(),
          exam_id: testId,
          revision_id,
          student_id: id,
          seed: randomBytes(4).readUInt32LE(),
          started_at: at,
          ends_at: at + 30 * minute,
          closes_at: at + 30 * minute + 15_000,
          finished_at: at + minute,
          finish_reason: 'Completed',
          score: index % 6,
        })
        .execute()
      addresses.push(`"${name}" <${email}>`)
    }
  })
  return { testId, addresses }
}

/** Copies of this running attempt, each with a student of its own. */
export async function addRunningAttempts(
  { deps: { db } }: TestApp,
  attemptId: string,
  count: number,
) {
  const attempt = await db.read
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const account = await db.read
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', attempt.student_id)
    .executeTakeFirstOrThrow()
  const student = await db.read
    .selectFrom('students')
    .selectAll()
    .where('id', '=', attempt.student_id)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, (_, n) => `copy-${n}`)
  await db.write(async (tx) => {
    for (const batch of toBatches(ids, 200)) {
      const email = (id: string) => `${id}@example.com`
      await tx
        .insertInto('accounts')
        .values(batch.map((id) => ({ ...account, id, email: email(id) })))
        .execute()
      await tx
        .insertInto('students')
        .values(batch.map((id) => ({ ...student, id, email: email(id) })))
        .execute()
      await tx
        .insertInto('attempts')
        .values(batch.map((id) => ({ ...attempt, id, student_id: id })))
        .execute()
    }
  })
}

/** True once no email is being sent: otherwise its lease would expire if time passed. */
export async function advanceMinute(app: TestApp): Promise<boolean> {
  const leasedOrDue = await app.deps.db.read
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where((eb) =>
      eb.or([eb('leased_until', 'is not', null), eb('next_try_at', '<=', app.deps.now())]),
    )
    .limit(1)
    .executeTakeFirst()
  if (leasedOrDue) return false
  app.advanceClock(minute)
  app.deps.mail.wake()
  return true
}
