import { getQuestions } from '#contract/attempts.ts'
import { checkToken } from '#contract/current-session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { KnownIds } from './values-of-schema.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** An institute with an admin, a student and a running attempt, put right again between calls. */
export async function openWorld() {
  const house = await createTestApp()
  const admin = await house.createAdmin()
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  const address = house.app.server.address()
  let student: TestStudent | null = null
  let ids: KnownIds = {}

  /** Fuzzed calls do what they say: they delete the test, end the session, finish the attempt. */
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
    const pupil = await createStudent(house)
    const exam = await createReleasedExam(admin, { attemptsAllowed: 0, integrityMode: 'observe' })
    const { attemptId, paper } = await startAttempt(pupil, exam._id)
    student = pupil
    const questionId = paper.questions[0]?._id ?? ''
    ids = {
      ...{ id: exam._id, testId: exam._id, attemptId, questionId, studentId: pupil.id },
      ...{ side: 'front', attempt: attemptId, _id: questionId },
    }
  }

  async function send(endpoint: Endpoint, { url, contentType, payload }: Sent): Promise<Reply> {
    const cookies = Object.entries(callerOf(endpoint, { house, admin, student }).cookies)
    const reply = await house.app.inject({
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
    callerOf: (endpoint: Endpoint): TestClient => callerOf(endpoint, { house, admin, student }),
    close: () => house.close(),
  }
}

export type Reply = {
  /** null where the server hung up without a word. */
  readonly status: number | null
  readonly body: string
}

type Sent = { readonly url: string; readonly contentType?: string; readonly payload?: Buffer }
type People = {
  readonly house: TestApp
  readonly admin: TestClient
  readonly student: TestClient | null
}

function callerOf({ access: who, path }: Endpoint, { house, admin, student }: People): TestClient {
  if (who === 'visitor') return house.createClient()
  return who === 'admin' || path.includes('/mail/') || !student ? admin : student
}
