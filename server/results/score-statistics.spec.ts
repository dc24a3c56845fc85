import { parse } from 'papaparse'
import { expect, it } from 'vitest'
import { exportExamAttempts, getScoreStatistics, listAttemptsByExam } from '#contract/results.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

it('the statistics leave out attempts of deleted students', async () => {
  const app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const params = { testId }
  const getStatistics = async () => {
    const { json } = await admin.request(getScoreStatistics, { params })
    return {
      ...json,
      percentages: json.percentages.toSorted((a, b) => b.percentage - a.percentage),
    }
  }
  expect(await getStatistics()).toEqual({
    attempts: 0,
    running: 0,
    average: null,
    percentages: [],
  })

  for (const name of ['Priya', 'Arjun'])
    await completeAttempt(await createStudent(app, name), testId, 4)
  await completeAttempt(await createStudent(app, 'Divya'), testId, 0)
  const leaving = await createStudent(app, 'Rohan')
  await completeAttempt(leaving, testId, 5)
  await startAttempt(await createStudent(app, 'Sana'), testId)
  await admin.request(deleteStudents, { body: { ids: [leaving.id] } })
  expect(await getStatistics()).toEqual({
    attempts: 4,
    running: 1,
    average: 53.333333,
    percentages: [
      { percentage: 80, count: 2 },
      { percentage: 0, count: 1 },
    ],
  })
  const unknown = await admin.request(getScoreStatistics, { params: { testId: 'none' } })
  expect(unknown.status).toBe(404)
  await app.close()
})

it('averages 6, 10 and 2 of 12 to half on every page, and exports what the screen shows', async () => {
  const app = await createTestApp()
  const admin = await app.createAdmin()
  const questions = createQuestions(12)
  const { _id: testId } = await createReleasedExam(admin, { questions })
  for (const [name, right] of Object.entries({ Asha: 6, Bela: 10, Chitra: 2 })) {
    await completeAttempt(await createStudent(app, name), testId, right)
  }
  const { json: figures } = await admin.request(getScoreStatistics, { params: { testId } })
  const { json: groups } = await admin.request(listAttemptsByExam)
  expect([figures.average, groups[0]?.average]).toEqual([50, 50])

  const query = { sort: 'name-asc' } as const
  const { text } = await admin.request(exportExamAttempts, { params: { testId }, query })
  const { data } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(data.map(({ Percentage }) => Percentage)).toEqual(['50', '83.3', '16.7'])
  await app.close()
})
