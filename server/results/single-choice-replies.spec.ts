import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
const replies: Record<string, string> = {}
const ids: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const student = await createStudent(app, 'Priya Nair', { email: 'priya@example.com' })
  ids.push(student.id)

  async function call(name: string, client: TestClient, [method, url]: string[], body?: unknown) {
    const reply = await client.send(method ?? '', `/api${url}`, body === undefined ? {} : { body })
    replies[name] = `${reply.status} ${hideIds(reply.text)}`
    return reply.json
  }

  const written = {
    question: 'Which hook keeps a value?',
    options: ['useState', 'useRef', 'useMemo', 'useId'],
    correct_answer: 'useRef',
    codeSnippet: 'const kept = use()',
  }
  const exam = { title: 'Hooks', duration: 30, questions: [written] }
  const created = await call('create', admin, ['POST', '/test/create'], exam)
  const testId = (created.test as { _id: string })._id
  const { questions } = await call('get', admin, ['GET', `/test/test/${testId}`])
  const questionId = (questions as { _id: string }[])[0]?._id
  await call('update', admin, ['PUT', `/test/update/${testId}`], { released: true })
  await call('list', admin, ['GET', '/test/allTests'])

  const started = await call('start', student, ['POST', `/students/start-quiz/${testId}`])
  const attemptId = started.quizAttemptId
  const getQuestions = ['GET', `/students/get-questions/${testId}`]
  const submit = ['POST', `/students/submit-answer/${attemptId}/${testId}`]
  await call('questions', student, getQuestions)
  await call('answer by place', student, submit, { questionId, selectedOption: 1, sequence: 1 })
  await call('questions answered', student, getQuestions)
  await call('answer by text', student, submit, { questionId, selectedAnswer: 'useId' })
  await call('no choice', student, submit, { questionId })
  await call('no such option', student, submit, { questionId, selectedAnswer: 'useNothing' })
  const both = { questionId, selectedAnswer: 'useId', selectedOption: 0 }
  await call('text and place disagree', student, submit, both)
  const answers = [{ questionId, selectedOption: 0 }]
  await call('finish', student, ['POST', `/students/finishQuiz/${attemptId}`], { answers })

  const studentId = student.id
  await call('scoreDetails', admin, ['GET', `/test/scoreDetails/${studentId}/${testId}`])
  const answersUrl = `/students/admin/test/${testId}/student/${studentId}/answers`
  await call('answers', admin, ['GET', answersUrl])
  await call('items', admin, ['GET', `/test/${testId}/items`])
  await call('release', admin, ['POST', `/test/releaseResult/${testId}`])
  await call('detail', student, ['GET', `/students/quiz-attempt-detail/${attemptId}`])
  const { items } = (await admin.send('GET', `/api/test/${testId}/items`)).json
  const revisionId = (items as { revisionId: string }[])[0]?.revisionId
  const correction = { revisionId, questionId, key: 'A', why: 'It was the first' }
  await call('correction', admin, ['PUT', `/test/${testId}/correction`], correction)
  await call('items corrected', admin, ['GET', `/test/${testId}/items`])
  await call('detail corrected', student, ['GET', `/students/quiz-attempt-detail/${attemptId}`])
  const everyone = { ...correction, key: 'everyone' }
  await call('everyone', admin, ['PUT', `/test/${testId}/correction`], everyone)
  await call('detail everyone', student, ['GET', `/students/quiz-attempt-detail/${attemptId}`])
})

afterAll(() => app.close())

/** Ids are random: each gets a number by the order in which it first appears. */
function hideIds(text: string): string {
  return text.replace(/"(_id|\w+Id|version)":"([^" ]+)/g, (_, field: string, id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return `"${field}":"#${ids.indexOf(id)}`
  })
}

/** As they were before questions had kinds: clients of that time read single choice byte for byte. */
const expectedReplies: Record<string, { readonly status: number; readonly body: unknown }> =
  JSON.parse(readFileSync(join(import.meta.dirname, 'single-choice-replies.json'), 'utf8'))

it.each(Object.entries(expectedReplies))('the reply to %s', (name, { status, body }) => {
  expect(replies[name]).toBe(`${status} ${JSON.stringify(body)}`)
})

it('every reply is compared', () => {
  expect(Object.keys(replies)).toEqual(Object.keys(expectedReplies))
})
