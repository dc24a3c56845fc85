import { addAccount } from '#server/accounts/queries.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { addStudent } from '#server/students/queries.ts'
import { createQuestions, createReleasedExam, studentRecord } from './factories.ts'
import { createTestApp } from './test-app.ts'

export type Cohort = {
  readonly emails: readonly string[]
  readonly password: string
  readonly testId: string
  readonly adminCookie: string
}

type CohortOptions = {
  readonly size: number
  readonly questionCount?: number
  readonly durationMinutes?: number
  readonly attemptsAllowed?: number
  readonly databaseUrl?: string | undefined
  readonly schema?: string
}

/**
 * Students and a released test in a folder that no server has opened yet; checking a password costs
 * as much as in production.
 */
export async function createCohort(
  dataDir: string,
  { size, questionCount = 20, durationMinutes = 60, attemptsAllowed = 0, ...place }: CohortOptions,
): Promise<Cohort> {
  const password = 'as slow to check as in an institute'
  const testApp = await createTestApp({ dataDir, now: () => Date.now(), ...place })
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, {
    questions: createQuestions(questionCount),
    duration: durationMinutes,
    attemptsAllowed,
    integrityMode: 'observe',
  })
  const passwordHash = await createPasswords().hash(password)
  const { db, newId, now } = testApp.deps
  const emails = await db.write(async (tx) => {
    const added: string[] = []
    for (let index = 0; index < size; index++) {
      const [id, email, name] = [newId(), `seat${index}@example.com`, `Student ${index}`]
      await addAccount(tx, { id, role: 'student', email, name, passwordHash }, now())
      await addStudent(tx, { ...studentRecord, id, email, name, created_at: now() })
      added.push(email)
    }
    return added
  })
  await testApp.close({ keep: true })
  return { emails, password, testId, adminCookie: `session=${admin.cookies.session}` }
}
