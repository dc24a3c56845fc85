import { addAccount } from '#server/accounts/queries.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { addStudent } from '#server/students/queries.ts'
import { createQuestions, createReleasedExam, studentRecord } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

export type Cohort = {
  readonly emails: readonly string[]
  readonly password: string
  readonly testId: string
}

export const questionCount = 20

/** A class in a folder that no server has opened yet; a password costs what it costs in earnest. */
export async function createCohort(dataDir: string, classSize: number): Promise<Cohort> {
  const password = 'as slow to check as in an institute'
  const testApp = await createTestApp({ dataDir, now: () => Date.now() })
  const { _id: testId } = await createReleasedExam(await testApp.createAdmin(), {
    questions: createQuestions(questionCount),
    duration: 60,
    attemptsAllowed: 0,
    integrityMode: 'observe',
  })
  const passwordHash = await createPasswords().hash(password)
  const { db, newId, now } = testApp.deps
  const emails = await db.write(async (tx) => {
    const added: string[] = []
    for (let index = 0; index < classSize; index++) {
      const [id, email, name] = [newId(), `seat${index}@example.com`, `Student ${index}`]
      await addAccount(tx, { id, role: 'student', email, name, passwordHash }, now())
      await addStudent(tx, { ...studentRecord, id, email, name, created_at: now() })
      added.push(email)
    }
    return added
  })
  await testApp.close({ keep: true })
  return { emails, password, testId }
}
