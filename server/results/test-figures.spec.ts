import { expect, it } from 'vitest'
import { getScoreStatistics } from '#contract/results.ts'
import { deleteStudents } from '#contract/students.ts'
import { enrol, releasedExam, sit, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

it('tells in numbers who sat a test, and nothing of whoever is deleted', async () => {
  const house = await openHouse()
  const admin = await house.admin()
  const { _id: testId } = await releasedExam(admin)
  const params = { testId }
  const figures = async () => {
    const { json } = await admin.ask(getScoreStatistics, { params })
    return {
      ...json,
      percentages: json.percentages.toSorted((a, b) => b.percentage - a.percentage),
    }
  }
  expect(await figures()).toEqual({ attempts: 0, running: 0, percentages: [] })

  for (const name of ['Priya', 'Arjun']) await sitThrough(await enrol(house, name), testId, 4)
  await sitThrough(await enrol(house, 'Divya'), testId, 0)
  const leaving = await enrol(house, 'Rohan')
  await sitThrough(leaving, testId, 5)
  await sit(await enrol(house, 'Sana'), testId)
  await admin.ask(deleteStudents, { body: { ids: [leaving.id] } })
  expect(await figures()).toEqual({
    attempts: 4,
    running: 1,
    percentages: [
      { percentage: 80, count: 2 },
      { percentage: 0, count: 1 },
    ],
  })
  const unknown = await admin.ask(getScoreStatistics, { params: { testId: 'none' } })
  expect(unknown.status).toBe(404)
  await house.close()
})
