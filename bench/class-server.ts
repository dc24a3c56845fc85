import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openHouse } from '#server/house.ts'
import { enrol, questions, releasedExam, sit } from '#server/house-classroom.ts'
import { openAccessLog } from '#server/http/access-log.ts'
import { createMonotonicClock } from '#server/platform/clock.ts'
import { answerCpu, tellPort } from './child.ts'

export type Seat = {
  readonly cookie: string
  readonly testId: string
  readonly attemptId: string
  readonly questionIds: readonly string[]
}

/** The product with a class that sits: SQLite on disk, every answer fsynced. */
const seats = Number(process.env.SEATS)
const now = createMonotonicClock()
const folder = mkdtempSync(join(tmpdir(), 'bench-logs-'))
const accessLog = openAccessLog({ folder, keptDays: 1, now, log: pino({ enabled: false }) })
const house = await openHouse({ now, accessLog })
const admin = await house.admin()
const exam = await releasedExam(admin, {
  duration: 600,
  questions: questions(20),
  attemptsAllowed: 0,
})
const told: Seat[] = []
for (let seat = 0; seat < seats; seat++) {
  const student = await enrol(house, `Student ${seat}`)
  const { attemptId, paper } = await sit(student, exam._id)
  told.push({
    cookie: `session=${student.cookies.session}`,
    testId: exam._id,
    attemptId,
    questionIds: paper.questions.map(({ _id }) => _id),
  })
}
answerCpu()
await house.app.listen({ port: 0, host: '127.0.0.1' })
tellPort(house.app.server.address(), told)
