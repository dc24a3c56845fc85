import { addAccount } from '#server/accounts/queries.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { addStudent } from '#server/students/queries.ts'
import { createQuestions, createReleasedExam, studentRecord } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

export type School = {
  readonly emails: readonly string[]
  readonly password: string
  readonly testId: string
}

export const questionCount = 20

/** A class in a folder that no server has opened yet; a password costs what it costs in earnest. */
export async function createSchool(dataDir: string, classSize: number): Promise<School> {
  const password = 'as slow to check as in an institute'
  const house = await createTestApp({ dataDir, now: () => Date.now() })
  const { _id: testId } = await createReleasedExam(await house.createAdmin(), {
    questions: createQuestions(questionCount),
    duration: 60,
    attemptsAllowed: 0,
    integrityMode: 'observe',
  })
  const passwordHash = await createPasswords().hash(password)
  const { db, newId, now } = house.deps
  const emails = await db.write(async (tx) => {
    const added: string[] = []
    for (let seat = 0; seat < classSize; seat++) {
      const [id, email, name] = [newId(), `seat${seat}@example.com`, `Student ${seat}`]
      await addAccount(tx, { id, role: 'student', email, name, passwordHash }, now())
      await addStudent(tx, { ...studentRecord, id, email, name, created_at: now() })
      added.push(email)
    }
    return added
  })
  await house.close({ keep: true })
  return { emails, password, testId }
}
