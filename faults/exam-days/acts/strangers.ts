import { finishQuiz, submitAnswer } from '#contract/attempts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getAttemptClock } from '#contract/proctoring.ts'
import { getOwnResult } from '#contract/results.ts'
import { isOpenTo } from '#test/roles-matrix.ts'
import { Finding } from '../finding.ts'
import type { Institute } from '../institute.ts'
import type { Pick } from '../pick.ts'
import type { Acts } from './act.ts'

const all = Object.values(endpoints)

/** Ids that exist, by the name of a parameter of a path. */
function drawParams(institute: Institute, { path }: Endpoint, pick: Pick) {
  const { started, tests, students, windows } = institute
  const known: Readonly<Record<string, string | undefined>> = {
    attemptId: pick.of(started)?.id,
    testId: pick.of(tests),
    studentId: pick.of(students)?.id,
    id: pick.of([...tests, ...windows, ...students.map(({ id }) => id)]),
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, known[name] ?? 'nothing']))
}

export const strangerActs: Acts = {
  'somebody tries what is not theirs': {
    weight: 4,
    async run(institute, pick) {
      const role = pick.of(['teacher', 'office', 'student'] as const) ?? 'student'
      const actor = role === 'student' ? 'the student' : `staff: ${role}`
      const closed = all.filter((endpoint) => !isOpenTo(endpoint, actor))
      const endpoint = pick.of(closed)
      const caller = role === 'student' ? pick.of(institute.students) : institute.staff[role]
      if (!endpoint || !caller) return
      const params = drawParams(institute, endpoint, pick)
      const { status } = await caller.call(endpoint, { params } as never)
      if (status !== 403 && status !== 401)
        throw new Finding(`${actor} may ${endpoint.method} ${endpoint.path}: ${status}`)
    },
  },
  'a student tries the attempt of another': {
    weight: 3,
    async run({ started, students }, pick) {
      const attempt = pick.of(started)
      const other = pick.of(students.filter(({ id }) => id !== attempt?.student.id))
      if (!attempt || !other) return
      const { id: attemptId, testId } = attempt
      const body = { questionId: attempt.questions[0]?._id ?? 'nothing', selectedOption: 0 }
      const replies = [
        await other.call(getOwnResult, { params: { attemptId } }),
        await other.call(getAttemptClock, { params: { attemptId } }),
        await other.call(submitAnswer, { params: { attemptId, testId }, body }),
        await other.call(finishQuiz, { params: { attemptId }, body: {} }),
      ]
      const statuses = replies.map(({ status }) => status)
      if (statuses.some((status) => status !== 404 && status !== 401))
        throw new Finding(`${other.id} gets ${statuses} for ${attemptId}, which is not theirs`)
    },
  },
}
