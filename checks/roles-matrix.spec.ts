import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { securityActions } from '#contract/audit-log.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createExam, getExam } from '#contract/exams.ts'
import { deleteStudents } from '#server/students/deletion-queries.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  releaseExam,
  startAttempt,
} from '#test/factories.ts'
import { buildUrl, createTestClient, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { actors, matrix, type Scene } from './roles-matrix.ts'

let house: TestApp
let open: Awaited<ReturnType<typeof openScene>> | null = null

async function close() {
  if (open) await house.close()
  open = null
}
afterAll(close)

/** Reads change nothing, so they share a scene. */
const readsFirst = matrix.toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)))

function isRead({ endpoint }: (typeof matrix)[number]): boolean {
  return endpoint.method === 'GET'
}

it('names every endpoint of the contract once', () => {
  const missing = Object.entries(endpoints)
    .filter(([, endpoint]) => !matrix.some((row) => row.endpoint === endpoint))
    .map(([name]) => name)
  expect(missing).toEqual([])
  expect(matrix).toHaveLength(Object.keys(endpoints).length)
})

describe.each(readsFirst)('$endpoint.method $endpoint.path', ({ endpoint, statuses, sent }) => {
  it('answers each actor as the matrix says, and changes nothing for those it denies', async () => {
    open ??= await openScene()
    const { people, scene } = open
    const order = actors.map((actor, column) => ({ actor, expected: statuses[column] ?? 0 }))
    const deniedFirst = order.toSorted((one, other) => other.expected - one.expected)
    let before = await everything()
    for (const { actor, expected } of deniedFirst) {
      const { params, body } = sent?.(scene) ?? {}
      const url = buildUrl(endpoint.path, params)
      const reply = await people[actor].send(endpoint.method, url, { body })
      expect({ actor, status: reply.status }).toEqual({ actor, status: expected })
      if (expected >= 400) {
        expect(reply.json.message).toMatch(/\S/)
        const after = await everything()
        expect(after, `${actor} changed something`).toEqual(before)
        before = after
      }
    }
    if (endpoint.method !== 'GET') await close()
  })
})

async function openScene(): Promise<{
  people: Record<(typeof actors)[number], TestClient>
  scene: Scene
}> {
  house = await createTestApp()
  const admin = await house.createAdmin()
  const owner = await createStudent(house, 'Olga Owner')
  const deleted = await createStudent(house, 'Deva Deleted')
  const first = await createStudent(house, 'Farah First')
  const finished = await createReleasedExam(admin)
  const testId = await examWithPicture(admin)
  const finishedAttemptId = await completeAttempt(owner, finished._id, 2)
  const { attemptId, paper } = await startAttempt(owner, testId)
  const { json: test } = await admin.request(getExam, { params: { id: testId } })
  await house.deps.db.write(async (tx) => {
    await deleteStudents(tx, [deleted.id], house.deps.now())
    await tx.updateTable('accounts').set({ must_change_at: 1 }).where('id', '=', first.id).execute()
  })
  return {
    people: {
      'a visitor': house.createClient(),
      'the owner': owner,
      'another student': await createStudent(house, 'Arun Another'),
      'an admin': admin,
      'a forged cookie': createTestClient(house.app, { session: 'forged', 'XSRF-TOKEN': 'forged' }),
      'a deleted student': deleted,
      'a first-sign-in student': first,
    },
    scene: {
      testId,
      finishedTestId: finished._id,
      attemptId,
      finishedAttemptId,
      questionId: paper.questions[0]?._id ?? '',
      ownerId: owner.id,
      imageId: test.questions[0]?.question.fileUrl?.split('/').pop() ?? '',
    },
  }
}

async function examWithPicture(admin: TestClient): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('title', 'With a picture')
  form.set('questions', JSON.stringify(createQuestions(3)))
  form.set('questionimage_0', new Blob([new Uint8Array(png)]), 'teal.png')
  const { json } = await admin.request(createExam, { body: form })
  await releaseExam(admin, json.test._id)
  return json.test._id
}

/** Every row there is, but for when a session was last seen. */
async function everything() {
  const { read } = house.deps.db
  const tables = [
    'accounts',
    'ended_sessions',
    'totp_keys',
    'passkeys',
    'recovery_codes',
    'students',
    'exams',
    'revisions',
    'key_corrections',
    'images',
    'attempts',
    'answers',
    'attempt_events',
    'undone_ends',
    'grants',
    'idempotency_keys',
    'enquiries',
    'mails',
    'attempt_places',
    'password_requests',
    'known_places',
    'let_in_networks',
    'audit',
    'audit_values',
  ] as const
  const rows = await Promise.all(
    tables.map((table) => read.selectFrom(table).selectAll().execute()),
  )
  const found = Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
  // That a call was refused may be written down beside the answer.
  const refused = await read
    .selectFrom('audit')
    .select('sequence')
    .where('action', 'in', securityActions)
    .execute()
  const isWatched = new Set(refused.map(({ sequence }) => sequence))
  for (const table of ['audit', 'audit_values'] as const) {
    const entries = found[table] as { sequence: number }[]
    found[table] = entries.filter(({ sequence }) => !isWatched.has(sequence)) as never
  }
  return found
}
