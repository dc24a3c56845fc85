import { parse } from 'papaparse'
import { afterEach, expect, it } from 'vitest'
import { exportExamAttempts, listStudentAttempts } from '#contract/results.ts'
import { deleteStudents } from '#contract/students.ts'
import type { House } from '../house.ts'
import { enrol, releasedExam, sit, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

let house: House
afterEach(() => house.close())

it('a test’s scores are exported as the search and the sort have them', async () => {
  house = await openHouse()
  const admin = await house.admin()
  const exam = await releasedExam(admin, { title: 'React JS' })
  const asha = await enrol(house, 'Asha Rao')
  await sitThrough(asha, exam._id, 4)
  await sitThrough(await enrol(house, '@Ravi Rao'), exam._id, 2)
  await sit(await enrol(house, 'Zoya Sheikh'), exam._id)
  const params = { testId: exam._id }
  const read = async (query: object) => {
    const { text, headers } = await admin.ask(exportExamAttempts, { params, query })
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
      'Result released': 'no',
    },
  ])
  expect(await read({ search: 'react' })).toEqual([])
  expect(await read({ search: 'zoya' })).toMatchObject([{ Status: 'In progress', Score: '' }])
  const missing = await admin.ask(exportExamAttempts, { params: { testId: 'nothing' } })
  expect(missing.status).toBe(404)
})

it('a student’s attempts are listed over all tests, newest first', async () => {
  house = await openHouse()
  const admin = await house.admin()
  const pupil = await enrol(house)
  const other = await enrol(house, 'Other')
  for (const title of ['HTML5', 'React JS']) {
    const exam = await releasedExam(admin, { title })
    await sitThrough(pupil, exam._id, 3)
    await sitThrough(other, exam._id, 1)
    house.pass(60_000)
  }
  const params = { studentId: pupil.id }
  const { json, headers } = await admin.ask(listStudentAttempts, { params })
  expect(json.map(({ testTitle, score }) => [testTitle, score])).toEqual([
    ['React JS', 3],
    ['HTML5', 3],
  ])
  expect(headers['x-total-count']).toBe('2')
  const query = { search: 'html', sort: 'score-desc', limit: 1 } as const
  const found = await admin.ask(listStudentAttempts, { params, query })
  expect(found.json.map(({ testTitle }) => testTitle)).toEqual(['HTML5'])
  await admin.ask(deleteStudents, { body: { ids: [pupil.id] } })
  const reply = await admin.ask(listStudentAttempts, { params })
  expect(reply).toMatchObject({ status: 404, json: { message: 'No student found' } })
})
