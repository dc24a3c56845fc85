import { endpoints } from '#contract/endpoints.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import { createReleasedExam, createStudent, startAttempt } from './factories.ts'
import type { Matrix } from './matrix-fixture.ts'
import { isOpenTo } from './roles-matrix.ts'
import { requests } from './roles-matrix-requests.ts'
import type { TestApp, TestClient } from './test-app.ts'

export type MatrixWorld = Matrix & { readonly app: TestApp }

export type CallChanges = {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly client?: TestClient
}

/** A call whose refusal is compared. */
export type Call = (world: MatrixWorld) => Promise<{ readonly json: { readonly code?: unknown } }>

/** The endpoint's call of the roles matrix, by somebody it is open to, with these changes. */
export async function call(world: MatrixWorld, name: string, changes: CallChanges = {}) {
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`There is no endpoint ${name}`)
  const { params, query, body } = requests[name]?.(world.fixture) ?? {}
  const actor = ['the student', 'staff: owner'].find((one) => isOpenTo(endpoint, one))
  const client = changes.client ?? world.clients[actor ?? '']
  const url = buildUrl(
    endpoint.path,
    { ...params, ...changes.params },
    { ...query, ...changes.query },
  )
  const sent = 'body' in changes ? changes.body : body
  const { headers } = changes
  if (!client) throw new Error(`Nobody calls ${name}`)
  return client.send(endpoint.method, url, {
    ...(sent !== undefined && { body: sent }),
    ...(headers && { headers }),
  })
}

/** A student's running attempt at a test of its own. */
export async function startOwnAttempt({ app, clients }: MatrixWorld, integrityMode?: 'strict') {
  const owner = clients['staff: owner']
  if (!owner) throw new Error('There is no owner')
  const exam = await createReleasedExam(owner, integrityMode && { integrityMode })
  const client = await createStudent(app)
  const { attemptId, paper } = await startAttempt(client, exam._id)
  const questionId = paper.questions[0]?._id ?? ''
  return { client, owner, testId: exam._id, attemptId, questionId }
}
