import { getQuestions } from '#contract/attempts.ts'
import { checkToken } from '#contract/current-session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createMixedQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { KnownIds } from './arbitrary-from-schema.ts'

export type FuzzTarget = Awaited<ReturnType<typeof createFuzzTarget>>

/** An institute with an admin, a student and a running attempt, repaired between calls. */
export async function createFuzzTarget() {
  const testApp = await createTestApp()
  const admin = await testApp.createAdmin()
  await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = testApp.fastify.server.address()
  let student: TestStudent | null = null
  let ids: KnownIds = {}

  /** Fuzzed calls take effect: they delete the test, end the session, finish the attempt. */
  async function restore() {
    if ((await admin.request(checkToken)).status !== 200) {
      const body = { email: 'admin@example.com', password: adminPassword }
      const reply = await admin.send('POST', '/api/auth/admin', { body })
      if (reply.status !== 200) throw new Error(`The admin is locked out: ${reply.text}`)
    }
    const testId = ids.testId ?? ''
    const isRunning =
      student !== null &&
      (await student.request(getQuestions, { params: { testId } })).status === 200
    if (isRunning) return
    const newStudent = await createStudent(testApp)
    const exam = await createReleasedExam(admin, {
      questions: createMixedQuestions(4),
      attemptsAllowed: 0,
      integrityMode: 'observe',
    })
    const { attemptId, paper } = await startAttempt(newStudent, exam._id)
    student = newStudent
    // Shuffled: now of one kind, now of the other.
    const questionId = paper.questions[0]?._id ?? ''
    ids = {
      id: exam._id,
      testId: exam._id,
      attemptId,
      questionId,
      studentId: newStudent.id,
      side: 'front',
      attempt: attemptId,
      _id: questionId,
    }
  }

  async function send(
    endpoint: Endpoint,
    { url, contentType, payload }: RawRequest,
  ): Promise<Reply> {
    const cookies = Object.entries(getCaller(endpoint, { testApp, admin, student }).cookies)
    const reply = await testApp.fastify.inject({
      method: endpoint.method,
      url,
      headers: {
        cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, body: reply.body }
  }

  return {
    send,
    port: typeof address === 'object' && address ? address.port : 0,
    restore,
    ids: (): KnownIds => ids,
    getCaller: (endpoint: Endpoint): TestClient => getCaller(endpoint, { testApp, admin, student }),
    close: () => testApp.close(),
  }
}

export type Reply = {
  /** null if the server closed the connection without a reply. */
  readonly status: number | null
  readonly body: string
}

type RawRequest = { readonly url: string; readonly contentType?: string; readonly payload?: Buffer }
type Callers = {
  readonly testApp: TestApp
  readonly admin: TestClient
  readonly student: TestClient | null
}

function getCaller({ access, path }: Endpoint, { testApp, admin, student }: Callers): TestClient {
  if (access === 'visitor') return testApp.createClient()
  const isOpenToStudents = access === 'session' || [access].flat().includes('student')
  return !isOpenToStudents || path.includes('/mail/') || !student ? admin : student
}
