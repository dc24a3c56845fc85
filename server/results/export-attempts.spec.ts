import { parse } from 'papaparse'
import { afterEach, expect, it } from 'vitest'
import { applyAction } from '#contract/live.ts'
import { exportExamAttempts, listExamAttempts, listStudentAttempts } from '#contract/results.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

it('a test’s scores are exported as searched and sorted', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const exam = await createReleasedExam(admin, { title: 'React JS' })
  const asha = await createStudent(app, 'Asha Rao')
  await startAttempt(asha, exam._id)
  app.advanceClock(12 * 60_000 + 12_000)
  await completeAttempt(asha, exam._id, 4)
  await completeAttempt(await createStudent(app, '@Ravi Rao'), exam._id, 2)
  await startAttempt(await createStudent(app, 'Zoya Sheikh'), exam._id)
  const params = { testId: exam._id }
  const read = async (query: object) => {
    const { text, headers } = await admin.request(exportExamAttempts, { params, query })
    expect(headers['content-disposition']).toContain('scores-React-JS-2026-11-21.csv')
    return parse<Record<string, string>>(text.replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data
  }
  expect(await read({ search: 'rao', sort: 'score-asc' })).toMatchObject([
    { Student: "'@Ravi Rao", Score: '2', Percentage: '40', Message: 'Keep practicing!' },
    {
      Student: 'Asha Rao',
      Email: asha.email,
      Score: '4',
      Questions: '5',
      Status: 'Completed',
      'Finish reason': 'Completed',
      Message: 'Excellent!',
      'Started At': '2026-11-21T10:00:00+05:30',
      'Time taken (min)': '12.2',
      'Result released': 'no',
    },
  ])
  expect(await read({ search: 'react' })).toEqual([])
  expect(await read({ search: 'zoya' })).toMatchObject([{ Status: 'In progress', Score: '' }])
  const body = { kind: 'pause', reason: 'illness' } as const
  await admin.request(applyAction, { params, body })
  expect(await read({ search: 'zoya' })).toMatchObject([{ Status: 'Paused', Score: '' }])
  const { json } = await admin.request(listExamAttempts, { params, query: {} })
  const paused = json.filter((attempt) => attempt.paused).map(({ studentName }) => studentName)
  expect(paused).toEqual(['Zoya Sheikh'])
  const missing = await admin.request(exportExamAttempts, { params: { testId: 'nothing' } })
  expect(missing.status).toBe(404)
})

it('a student’s attempts are listed over all tests, newest first', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const student = await createStudent(app)
  const other = await createStudent(app, 'Other')
  for (const title of ['HTML5', 'React JS']) {
    const exam = await createReleasedExam(admin, { title })
    await completeAttempt(student, exam._id, 3)
    await completeAttempt(other, exam._id, 1)
    app.advanceClock(60_000)
  }
  const params = { studentId: student.id }
  const { json, headers } = await admin.request(listStudentAttempts, { params })
  expect(json.map(({ testTitle, score }) => [testTitle, score])).toEqual([
    ['React JS', 3],
    ['HTML5', 3],
  ])
  expect(headers['x-total-count']).toBe('2')
  const query = { search: 'html', sort: 'score-desc', limit: 1 } as const
  const found = await admin.request(listStudentAttempts, { params, query })
  expect(found.json.map(({ testTitle }) => testTitle)).toEqual(['HTML5'])
  await admin.request(deleteStudents, { body: { ids: [student.id] } })
  const reply = await admin.request(listStudentAttempts, { params })
  expect(reply).toMatchObject({ status: 404, json: { message: 'No student found' } })
})
