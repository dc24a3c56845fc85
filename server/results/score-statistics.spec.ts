import { expect, it } from 'vitest'
import { getScoreStatistics } from '#contract/results.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

it('counts the students who took an exam, without deleted ones', async () => {
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
  expect(await getStatistics()).toEqual({ attempts: 0, running: 0, percentages: [] })

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
    percentages: [
      { percentage: 80, count: 2 },
      { percentage: 0, count: 1 },
    ],
  })
  const unknown = await admin.request(getScoreStatistics, { params: { testId: 'none' } })
  expect(unknown.status).toBe(404)
  await app.close()
})
