import { roundFigure } from '#simulated-class/quantile.ts'
import type { StartedAttempt } from '#test/server-process.ts'
import type { ChildServer } from './child-server.ts'
import { readCpuSeconds } from './exam-day/process-usage.ts'

const students = 10
const attemptsEach = 10
const panel = ['auth/checkToken', 'test/allTests', 'students/quiz-attempts']

/**
 * Start, questions, 20 answers, finish and panel: a few students at once, without a pause, after
 * the others have done the same, so that all the code has been compiled.
 * @returns CPU seconds of one attempt
 */
export async function measureCost(
  servers: readonly ChildServer[],
  attempts: readonly StartedAttempt[],
  databasePid: number | null,
) {
  const readCpu = async () => ({
    server: (await Promise.all(servers.map((server) => server.cpuSeconds()))).reduce(
      (sum, one) => sum + one,
      0,
    ),
    database: databasePid === null ? null : readCpuSeconds(databasePid),
  })
  const takeExams = (some: readonly StartedAttempt[]) =>
    Promise.all(
      some.map(async (attempt, index) => {
        const { url } = servers[index % servers.length] as ChildServer
        for (let n = 0; n < attemptsEach; n++) await takeExam(url, attempt)
      }),
    )
  const count = attemptsEach * students
  for (let from = students; from < attempts.length; from += students) {
    await takeExams(attempts.slice(from, from + students))
  }
  const before = await readCpu()
  await takeExams(attempts.slice(0, students))
  const after = await readCpu()
  return {
    server: roundFigure((after.server - before.server) / count),
    database:
      after.database === null || before.database === null
        ? null
        : roundFigure((after.database - before.database) / count),
  }
}

async function takeExam(url: string, { cookie, testId, attemptId, questionIds }: StartedAttempt) {
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { quizAttemptId?: string }
  }
  await call('POST', `students/finishQuiz/${attemptId}`, {})
  const { quizAttemptId = attemptId } = await call('POST', `students/start-quiz/${testId}`)
  await call('GET', `students/get-questions/${testId}`)
  for (const questionId of questionIds) {
    const body = { questionId, selectedOption: 0 }
    await call('POST', `students/submit-answer/${quizAttemptId}/${testId}`, body)
  }
  await call('POST', `students/finishQuiz/${quizAttemptId}`, {})
  for (const path of panel) await call('GET', path)
}
