import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { releaseResults } from '#contract/results.ts'
import { finishQuiz } from '../attempts/finish-quiz.ts'
import { createPlaceLog } from '../attempts/place-log.ts'
import type { Deps } from '../deps.ts'
import type { House } from '../house.ts'
import { enrol, releasedExam, sit } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

let house: House
afterEach(() => house.close())

it('who finishes at the very moment of the release is mailed too', async () => {
  house = await openHouse()
  const admin = await house.admin()
  const { _id: testId } = await releasedExam(admin)
  const student = await enrol(house)
  const { attemptId } = await sit(student, testId)

  const { slow, isWaiting, goOn } = slowedDown(house.deps)
  const caller = { ip: '127.0.0.1', headers: {}, cookies: {} }
  const given = { studentId: student.id, attemptId, reason: undefined, answers: [], caller }
  const finished = finishQuiz(slow, createPlaceLog(slow), given)
  await isWaiting
  const released = admin.ask(releaseResults, { params: { testId } })
  await pause(300)
  goOn()
  expect((await released).status).toBe(202)
  expect(await finished).toEqual({ finishReason: 'Completed' })

  const mails = await house.deps.db.read
    .selectFrom('mails')
    .select('account_id')
    .where('exam_id', '=', testId)
    .execute()
  expect(mails).toEqual([{ account_id: student.id }])
})

/** The same house, but what it writes is not committed until told so. */
function slowedDown(deps: Deps) {
  let goOn = () => {}
  let waits = () => {}
  const isWaiting = new Promise<void>((tell) => {
    waits = tell
  })
  const gate = new Promise<void>((open) => {
    goOn = open
  })
  const queue: Deps['mail']['queue'] = async (...given) => {
    await deps.mail.queue(...given)
    waits()
    await gate
  }
  const slow: Deps = { ...deps, mail: { ...deps.mail, queue } }
  return { slow, isWaiting, goOn: () => goOn() }
}
