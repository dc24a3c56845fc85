import * as attempts from '#contract/attempts.ts'
import { applyAction } from '#contract/live.ts'
import * as supervision from '#contract/proctoring.ts'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { releaseResults } from '#contract/result-release.ts'
import { getAnswers, getOwnResult, listExamAttempts, listOwnAttempts } from '#contract/results.ts'
import { kindNames } from '#core/questions/question.ts'
import { expireAttempts } from '#server/attempts/expire-attempts.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import type { Command, ExamRules, ModelAnswer } from './attempt-commands.ts'
import { questionCount } from './attempt-model.ts'
import { listChosen, pickEndsAt, pickFields, pickOutcome } from './attempt-model-replies.ts'
import {
  createMixedQuestions,
  createReleasedExam,
  createStudent,
  listPossibleAnswers,
} from './factories.ts'
import { adminPassword, type TestApp, type TestClient, withReauthentication } from './test-app.ts'
import { createTestApp } from './test-app-per-engine.ts'

const why = 'As the history wants it'

/** Runs histories through the real calls, with one student and one test for each. */
export async function createModelRunner() {
  let app: TestApp = await createTestApp()
  await app.createAdmin()

  async function restart() {
    const { at } = app.clock
    await app.close({ keep: true })
    app = await createTestApp({ dataDir: app.dataDir, schema: app.schema })
    app.clock.at = at
  }

  async function logInAdmin(): Promise<TestClient> {
    const admin = app.createClient()
    const body = { email: 'admin@example.com', password: adminPassword }
    await admin.send('POST', '/api/auth/admin', { body })
    return withReauthentication(admin)
  }

  async function startRun(rules: ExamRules) {
    let admin = await logInAdmin()
    let student: TestClient & { id: string } = await createStudent(app, 'Priya Nair', {
      extra_time_percent: rules.extraTimePercent,
    })
    const exam = await createReleasedExam(admin, {
      duration: rules.minutes,
      questions: createMixedQuestions(questionCount),
      integrityMode: rules.mode,
      attemptsAllowed: rules.allowed,
      shuffleOptions: true,
    })
    const testId = exam._id
    const ids: string[] = []
    const presented = new Map<string, PresentedQuestion[]>()

    /**
     * Chooses by text, by presented position, or by both: the sequence number decides which, so
     * that all are covered.
     */
    function toAnswerBody(
      attemptId: string,
      { question, option, sequence }: ModelAnswer,
    ): attempts.Answer {
      const presentedQuestion = presented
        .get(attemptId)
        ?.find(({ question: { text } }) => text === `Question ${question}`)
      const texts = listPossibleAnswers(question)[option] ?? []
      const [text = ''] = texts
      const places = texts.map((chosen) =>
        Math.max(0, presentedQuestion?.options.findIndex((one) => one.text === chosen) ?? 0),
      )
      const questionId = presentedQuestion?._id ?? 'unknown'
      if (presentedQuestion?.kind === 'multiple-choice') {
        const selectedOptions = places.toReversed()
        return { questionId, selectedOptions, ...(sequence !== undefined && { sequence }) }
      }
      const by = (sequence ?? 0) % 3
      return {
        questionId,
        ...(by !== 0 && { selectedAnswer: text }),
        ...(by !== 1 && { selectedOption: places[0] ?? 0 }),
        ...(sequence !== undefined && { sequence }),
      }
    }

    async function execute(command: Command): Promise<unknown> {
      app.advanceClock(command.waitMs)
      switch (command.type) {
        case 'start':
          return start()
        case 'grant':
          return void (await admin.request(supervision.grantAttempt, {
            params: { testId },
            body: { studentId: student.id, why },
          }))
        case 'release':
          return void (await admin.request(releaseResults, { params: { testId } }))
        case 'sweep':
          return expireAttempts(app.deps)
        case 'restart':
          await restart()
          admin = withReauthentication(createInProcessClient(app.fastify, admin.cookies))
          student = { ...createInProcessClient(app.fastify, student.cookies), id: student.id }
          return undefined
        case 'look':
          return inspect()
      }
      const attemptId = ids.at(-1 - ('back' in command ? command.back : 0))
      return attemptId ? executeOn(attemptId, command) : undefined
    }

    async function start() {
      const { status, json } = await student.request(attempts.startQuiz, {
        params: { testId },
        body: { kinds: kindNames, acknowledgesWarnings: rules.acknowledges },
      })
      if (status === 409) return { status }
      if (!ids.includes(json.quizAttemptId)) ids.push(json.quizAttemptId)
      const paper = await student.request(attempts.getQuestions, { params: { testId } })
      presented.set(json.quizAttemptId, paper.json.questions)
      return { status, endsAt: Date.parse(json.endsAt) }
    }

    function executeOn(attemptId: string, command: Command): unknown {
      const params = { attemptId }
      if (command.type === 'answer') {
        return Promise.all(command.chosen.map((chosen) => answer(attemptId, chosen)))
      }
      if (command.type === 'finish') {
        const answers = command.answers.map((chosen) => toAnswerBody(attemptId, chosen))
        const finish = () =>
          command.reportedReason === undefined
            ? student.request(attempts.finishExpiredQuiz, { params, body: { answers, score: 4 } })
            : student.request(attempts.finishQuiz, {
                params,
                body: { answers, reason: command.reportedReason },
              })
        return repeat(command.times, async () => pickFields(await finish(), 'finishReason'))
      }
      if (command.type === 'event') {
        const at = new Date(app.clock.at - command.agoMs).toISOString()
        const body = {
          kind: command.kind,
          at,
          ...(command.durationMs !== undefined && { durationMs: command.durationMs }),
          answers: command.answers.map((chosen) => toAnswerBody(attemptId, chosen)),
        }
        return repeat(command.times, async () => {
          const reply = await student.request(supervision.reportEvent, { params, body })
          return pickOutcome(reply)
        })
      }
      if (command.type === 'acknowledge') {
        const at = new Date(app.clock.at - command.agoMs).toISOString()
        return student
          .request(supervision.acknowledgeWarning, { params, body: { number: command.number, at } })
          .then(pickOutcome)
      }
      if (command.type === 'addMinutes') return addMinutes(attemptId, command)
      if (command.type === 'reopen') return reopen(attemptId, command.minutes)
      if (command.type === 'pause' || command.type === 'resume') return act(attemptId, command.type)
      return undefined
    }

    async function answer(attemptId: string, chosen: ModelAnswer) {
      const params = { attemptId, testId }
      const reply = await student.request(attempts.submitAnswer, {
        params,
        body: toAnswerBody(attemptId, chosen),
      })
      const { status, json } = reply
      return status === 200 ? { status, endsAt: Date.parse(json.endsAt) } : { status }
    }

    async function addMinutes(attemptId: string, command: Command & { type: 'addMinutes' }) {
      const body = { minutes: command.minutes, why }
      if (command.toAll) {
        return pickFields(
          await admin.request(supervision.addTimeToExam, { params: { testId }, body }),
          'changed',
        )
      }
      return pickEndsAt(await admin.request(supervision.addTime, { params: { attemptId }, body }))
    }

    async function reopen(attemptId: string, minutes: number) {
      const body = { why, ...(minutes > 0 && { minutes }) }
      return pickEndsAt(
        await admin.request(supervision.reopenAttempt, { params: { attemptId }, body }),
      )
    }

    async function act(attemptId: string, kind: 'pause' | 'resume') {
      const body = { kind, reason: 'noise' as const, attemptIds: [attemptId] }
      const { status, json } = await admin.request(applyAction, { params: { testId }, body })
      return { status, done: json.done, why: json.notDone[0]?.why }
    }

    async function inspect() {
      const params = { testId, studentId: student.id }
      const seen = await admin.request(listExamAttempts, { params: { testId } })
      const own = await student.request(listOwnAttempts)
      const inspected = ids.map(async (id) => {
        const row = seen.json.find(({ _id }) => _id === id)
        const query = { attempt: id }
        const { json } = await admin.request(getAnswers, { params, query })
        const sheet = await student.request(getOwnResult, { params: { attemptId: id } })
        return {
          startedAt: Date.parse(row?.startTime ?? ''),
          finishedAt: row?.endTime ? Date.parse(row.endTime) : null,
          reason: row?.finishReason ?? null,
          score: row?.score ?? null,
          notifiedScore: own.json.find(({ _id }) => _id === id)?.score ?? null,
          sheet: sheet.status,
          answers: Array.from({ length: questionCount }, (_, n) => {
            const line = json.answers.find(({ questionText }) => questionText === `Question ${n}`)
            const chosen = listChosen(line).toSorted()
            const option = listPossibleAnswers(n).findIndex(
              (texts) => String(texts.toSorted()) === String(chosen),
            )
            return option < 0 ? null : option
          }),
        }
      })
      return { rows: await Promise.all(inspected), count: seen.json.length }
    }

    return { execute, now: () => app.clock.at }
  }

  return { startRun, close: () => app.close() }
}

function repeat<T>(times: number, job: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, job))
}
