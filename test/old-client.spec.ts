import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { createQuestions, registrationFields } from './factories.ts'
import { createOldClient, type OldReply, type Site, startTlsProxy } from './old-client.ts'
import { findOneTimePassword } from './smtp-server.ts'
import { adminEmail, adminPassword, createTestApp, type TestApp } from './test-app.ts'

const { email, termsAccepted: _, ...typed } = registrationFields
const ownPassword = 'my very own words'
const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

async function open(scheme: 'http' | 'https') {
  const publicUrl = scheme === 'https' ? { publicUrl: 'https://academy.example' } : {}
  const app = await createTestApp(publicUrl)
  onTestFinished(() => app.close())
  const admin = await app.createAdmin()
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { server } = app.fastify
  const { port } = server.address() as AddressInfo
  const plain: Site = { url: `http://127.0.0.1:${port}`, close() {} }
  const site = scheme === 'https' ? await startTlsProxy(server) : plain
  onTestFinished(site.close)
  return { app, site, admin }
}

async function readOneTimePassword({ outboxFolder }: TestApp): Promise<string> {
  const find = () =>
    readdirSync(outboxFolder).find((name) => /one-time-password.*\.eml$/.test(name)) ?? ''
  await expect.poll(find).not.toBe('')
  return findOneTimePassword(await simpleParser(readFileSync(join(outboxFolder, find()))))
}

const oldQuestions = () =>
  createQuestions(3).map(({ question, ...rest }) => ({
    text: question,
    ...rest,
    codeSnippet: '',
    image: null,
  }))

function createForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

it.each(['http', 'https'] as const)(
  'the old front end makes all its 27 calls behind %s',
  async (scheme) => {
    const { app, site } = await open(scheme)
    const templates = new Set<string>()
    /** Names what an address names by an id, so that each call counts once. */
    const actor = () => {
      const call = createOldClient(site)
      return async (method: string, path: string, ids: readonly string[] = [], body?: unknown) => {
        templates.add(`${method} ${path}`)
        const left = [...ids]
        return call({ method, path: path.replace(/\{\w+\}/g, () => left.shift() ?? ''), body })
      }
    }
    const taken = ({ status, json }: OldReply, expected: object, expectedStatus = 200) => {
      expect({ status, json }).toMatchObject({ status: expectedStatus, json: expected })
      return json
    }
    const [student, admin] = [actor(), actor()]

    const form = createForm({ ...typed, email, aadharFront: 'null', aadharBack: '' })
    taken(
      await student('POST', '/students/register', [], form),
      { message: 'Registration Successful' },
      201,
    )
    const password = await readOneTimePassword(app)
    taken(await student('POST', '/auth/studentLogin', [], { email, password }), {
      message: 'Login successful.',
      loginStatus: true,
      firstTimeSignin: true,
    })
    const change = { email, password, newPassword: ownPassword }
    taken(await student('POST', '/auth/changePassword', [], change), {
      message: 'Password updated successfully.',
    })
    taken(await student('GET', '/auth/checkToken'), { role: 'student' })
    taken(await student('POST', '/auth/logout'), {})
    taken(await student('POST', '/auth/studentLogin', [], { email, password: ownPassword }), {
      loginStatus: true,
      firstTimeSignin: false,
    })

    taken(
      await admin('POST', '/auth/admin', [], { email: adminEmail, password: adminPassword }),
      {},
    )
    taken(await admin('GET', '/auth/checkToken'), { role: 'admin' })
    const questions = JSON.stringify(oldQuestions())
    const create = async (title: string) => {
      const fields = { title, numQuestions: '3', duration: '1', questions }
      const paper = createForm({ ...fields, questionimage_1: 'null' })
      paper.set('questionimage_0', new Blob([new Uint8Array(photo)]), 'photo.jpg')
      const { test } = taken(await admin('POST', '/test/create', [], paper), {}, 201)
      const whole = taken(await admin('GET', '/test/test/{id}', [test._id]), { title })
      expect(whole.questions[0].question.fileUrl).toMatch(/^\/api\/images\//)
      const kept = whole.questions.map((question: object) => ({ ...question, image: null }))
      const update = { ...whole, questions: kept, released: true }
      taken(await admin('PUT', '/test/update/{id}', [test._id], update), {
        message: 'Test updated successfully!',
      })
      return test._id as string
    }
    const [finishedId, expiredId] = [await create('React JS'), await create('Redux')]
    taken(await admin('GET', '/test/allTests'), [{ released: true }, { released: true }])

    const answerAll = async (testId: string) => {
      const { quizAttemptId } = taken(
        await student('POST', '/students/start-quiz/{testId}', [testId]),
        {},
        201,
      )
      const paper = taken(await student('GET', '/students/get-questions/{testId}', [testId]), {
        duration: 1,
      })
      for (const { _id: questionId, options } of paper.questions) {
        const selectedOption = options.findIndex(({ text }: { text: string }) => /right/.test(text))
        const body = { questionId, selectedAnswer: options[selectedOption].text, selectedOption }
        const path = '/students/submit-answer/{attemptId}/{testId}'
        taken(await student('POST', path, [quizAttemptId, testId], body), {})
      }
      return quizAttemptId as string
    }
    expect(taken(await student('GET', '/test/allTests'), {})).toHaveLength(2)
    const attemptId = await answerAll(finishedId)
    const done = { score: 3, reason: 'Completed' }
    taken(await student('POST', '/students/finishQuiz/{attemptId}', [attemptId], done), {})
    const expiredAttemptId = await answerAll(expiredId)
    app.advanceClock(62_000)
    const expired = ['POST', '/students/finish-quiz/{attemptId}', [expiredAttemptId]] as const
    taken(await student(...expired, { score: 3 }), { finishReason: 'Time expired' })
    const own = taken(await student('GET', '/students/quiz-attempts'), {})
    expect(own.map(({ status }: { status: string }) => status)).toEqual(['Completed', 'Completed'])
    const detail = ['GET', '/students/quiz-attempt-detail/{quizAttemptId}', [attemptId]] as const
    taken(await student(...detail), { message: 'Results not yet released for this test.' }, 403)

    const [{ _id: studentId }] = taken(await admin('GET', '/students/getStudents'), [
      { name: typed.name },
    ])
    const corrected = { fees: '5000', startDate: '2026-12-01', remarks: 'Pays in two parts' }
    taken(await admin('PUT', '/students/updateStudent/{id}', [studentId], corrected), {
      message: 'Student details updated successfully.',
    })
    taken(await admin('GET', '/students/getStudents/{id}', [studentId]), {
      fees: 5000,
      startDate: '2026-12-01',
      aadharFront: null,
      aadharBack: null,
    })
    expect(taken(await admin('GET', '/students/score'), {})).toHaveLength(2)
    taken(await admin('GET', '/students/score/test/{testId}', [finishedId]), [
      { studentId, score: 3 },
    ])
    const both = [studentId, finishedId]
    taken(await admin('GET', '/test/scoreDetails/{studentId}/{testId}', both), {
      studentName: typed.name,
      score: 3,
      finishReason: 'Completed',
    })
    const answers = '/students/admin/test/{testId}/student/{studentId}/answers'
    taken(await admin('GET', answers, both.toReversed()), {
      student: { _id: studentId },
      test: { _id: finishedId, title: 'React JS' },
      answers: [{ isCorrect: true }, { isCorrect: true }, { isCorrect: true }],
    })
    taken(
      await admin('POST', '/test/releaseResult/{testId}', [finishedId]),
      { message: 'Sending...' },
      202,
    )
    taken(await student(...detail), { score: 3, responses: [{}, {}, {}] })

    taken(await admin('POST', '/students/deleteMany', [], { ids: [studentId] }), { deleted: 1 })
    for (const id of [finishedId, expiredId]) {
      taken(await admin('DELETE', '/test/delete/{id}', [id]), {})
    }
    taken(await admin('POST', '/auth/logout'), {})
    expect(templates.size).toBe(27)
  },
)

it.each([
  ['null', null],
  ['an empty text', ''],
])('%s means no picture in JSON, too', async (_, none) => {
  const { app } = await open('http')
  const body = { ...typed, email, aadharFront: none, aadharBack: none }
  const visitor = app.createClient()
  const registered = await visitor.send('POST', '/api/students/register', { body })
  expect(registered).toMatchObject({ status: 201 })
})

it.each([
  [
    'a text for a picture of a registration',
    '/api/students/register',
    { aadharFront: 'front.png' },
  ],
  [
    'a text for a picture of a question',
    '/api/test/create',
    { title: 'Redux', questions: [{ ...oldQuestions()[0], image: 'https://cdn.example/1.png' }] },
  ],
])('%s is refused', async (_, url, fields) => {
  const { admin } = await open('http')
  const reply = await admin.send('POST', url, { body: fields })
  expect(reply.status).toBe(400)
})
