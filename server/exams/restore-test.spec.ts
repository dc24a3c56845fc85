import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/exams.ts'
import { listExamAttempts } from '#contract/results.ts'
import type { Guest, House } from '../house.ts'
import { enrol, releasedExam, sitThrough, writeExam } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

let house: House
let admin: Guest
afterEach(() => house.close())

async function desk() {
  house = await openHouse()
  admin = await house.admin()
}

describe('restoring a test', () => {
  const day = 24 * 60 * 60 * 1000

  it('brings back the test, its attempts and its release, and tells when it would have gone', async () => {
    await desk()
    const student = await enrol(house)
    const exam = await releasedExam(admin)
    await sitThrough(student, exam._id, 5)
    const params = { id: exam._id }
    const seen = async () => [
      (await admin.ask(contract.listExams)).json,
      (await admin.ask(contract.getExam, { params })).json,
      (await admin.ask(listExamAttempts, { params: { testId: exam._id } })).json,
      (await student.call('GET', '/api/students/quiz-attempts')).json,
    ]
    const before = await seen()
    await admin.ask(contract.deleteExam, { params })
    const deletedAt = house.deps.now()
    expect((await admin.ask(contract.listDeletedExams)).json).toEqual([
      {
        _id: exam._id,
        title: 'React JS',
        numQuestions: 5,
        attempts: 1,
        deletedAt: new Date(deletedAt).toISOString(),
        erasedAt: new Date(deletedAt + 30 * day).toISOString(),
      },
    ])
    expect((await admin.ask(contract.restoreExam, { params })).json).toEqual({
      message: 'Test restored.',
    })
    expect(await seen()).toEqual(before)
    expect((await admin.ask(contract.listDeletedExams)).json).toEqual([])
  })

  it('is no error for a test that stands in the lists', async () => {
    await desk()
    const { _id: id } = await writeExam(admin)
    expect((await admin.ask(contract.restoreExam, { params: { id } })).status).toBe(200)
    expect((await admin.ask(contract.listExams)).json).toHaveLength(1)
  })

  it('of nothing is 404', async () => {
    await desk()
    const params = { id: 'nothing' }
    expect((await admin.ask(contract.restoreExam, { params })).status).toBe(404)
  })

  it('is possible for 30 days', async () => {
    await desk()
    const { _id: id } = await writeExam(admin)
    await admin.ask(contract.deleteExam, { params: { id } })
    house.pass(30 * day)
    const later = await house.admin()
    expect((await later.ask(contract.listDeletedExams)).json).toEqual([])
    expect((await later.ask(contract.restoreExam, { params: { id } })).status).toBe(404)
  })

  it('lists the last deleted first', async () => {
    await desk()
    for (const title of ['First', 'Second']) {
      const { _id: id } = await writeExam(admin, { title })
      house.pass(1000)
      await admin.ask(contract.deleteExam, { params: { id } })
    }
    const { json } = await admin.ask(contract.listDeletedExams)
    expect(json.map(({ title }) => title)).toEqual(['Second', 'First'])
  })
})
