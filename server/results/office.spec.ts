import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { releaseResults, unreleaseResults } from '#contract/result-release.ts'
import {
  getScoreStatistics,
  listAttempts,
  listAttemptsByExam,
  listExamAttempts,
  listStudentAttempts,
} from '#contract/results.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let owner: TestClient
let office: TestClient
let student: TestStudent
let testId: string

beforeEach(async () => {
  app = await createTestApp()
  owner = await app.createAdmin()
  office = await app.createStaff('office')
  student = await createStudent(app)
  testId = (await createReleasedExam(owner, { attemptsAllowed: 2 }))._id
  await completeAttempt(student, testId, 3)
})
afterEach(() => app.close())

const release = () => owner.request(releaseResults, { params: { testId } })

/** Reads every list of attempts as the office. */
async function readLists() {
  const studentId = student.id
  const lists = [
    await office.request(listAttempts),
    await office.request(listAttempts, { query: { search: 'priya', sort: 'score-desc' } }),
    await office.request(listExamAttempts, { params: { testId } }),
    await office.request(listStudentAttempts, { params: { studentId } }),
  ]
  const groups = await office.request(listAttemptsByExam)
  const searched = await office.request(listAttemptsByExam, { query: { search: 'priya' } })
  const { json: statistics } = await office.request(getScoreStatistics, { params: { testId } })
  return {
    scores: lists.map(({ json }) => json.map(({ score }) => score)),
    totals: lists.map(({ headers }) => Number(headers['x-total-count'])),
    averages: [groups, searched].map(({ json }) => json.map(({ average }) => average)),
    statistics,
  }
}

const nothing = {
  scores: [[], [], [], []],
  totals: [0, 0, 0, 0],
  averages: [[], []],
  statistics: { attempts: 0, running: 0, average: null, percentages: [] },
}

describe('the office', () => {
  it('sees no trace of an attempt before its result is released', async () => {
    expect(await readLists()).toEqual(nothing)
  })

  it('sees the score once it is released, and nothing when the release is withdrawn', async () => {
    await release()
    expect(await readLists()).toEqual({
      scores: [[3], [3], [3], [3]],
      totals: [1, 1, 1, 1],
      averages: [[60], [60]],
      statistics: {
        attempts: 1,
        running: 0,
        average: 60,
        percentages: [{ percentage: 60, count: 1 }],
      },
    })
    await owner.request(unreleaseResults, { params: { testId }, body: { why: 'A slip' } })
    expect(await readLists()).toEqual(nothing)
  })

  it('does not see a released score while another attempt at the test runs', async () => {
    await release()
    await startAttempt(student, testId)
    expect(await readLists()).toEqual(nothing)
  })

  it('finds no question, option or key in anything that it may read', async () => {
    await release()
    const ids = { id: testId, testId, studentId: student.id }
    const reads = Object.values(endpoints).filter(({ method }) => method === 'GET')
    const texts = await Promise.all(
      reads.map(async ({ path }) => {
        const { status, text } = await office.send(
          'GET',
          buildUrl(path, { ...ids, attemptId: 'x', side: 'front' }),
        )
        return status === 200 ? text : ''
      }),
    )
    expect(texts.filter(Boolean).length).toBeGreaterThan(10)
    expect(texts.join('\n')).not.toMatch(/right \d|wrong \d|Question \d|correct/i)
  })
})

describe('a teacher', () => {
  it('sees every attempt with its score, released or not', async () => {
    const teacher = await app.createStaff('teacher')
    const { json } = await teacher.request(listExamAttempts, { params: { testId } })
    expect(json.map(({ score }) => score)).toEqual([3])
  })
})
