import * as attempts from '#contract/attempts.ts'
import * as room from '#contract/proctoring.ts'
import {
  getAnswers,
  getOwnResult,
  listExamAttempts,
  listOwnAttempts,
  releaseResults,
} from '#contract/results.ts'
import { closeOverdue } from './attempts/close-overdue.ts'
import { adminPassword, type Guest, guestOf, type House, withLoginAgain } from './house.ts'
import { enrol, questions, releasedExam } from './house-classroom.ts'
import { openHouse } from './house-engine.ts'
import { type Chosen, type Deed, questionCount, type Rules } from './house-history.ts'

const why = 'As the history wants it'

/** Plays histories through the real calls, one student and one test for each. */
export async function openTheatre() {
  let house: House = await openHouse()
  await house.admin()

  async function restart() {
    const { at } = house.clock
    await house.close({ keep: true })
    house = await openHouse({ dataDir: house.dataDir, schema: house.schema })
    house.clock.at = at
  }

  async function logInAdmin(): Promise<Guest> {
    const admin = house.guest()
    const body = { email: 'admin@example.com', password: adminPassword }
    await admin.call('POST', '/api/auth/admin', { body })
    return withLoginAgain(admin)
  }

  async function openPlay(rules: Rules) {
    let admin = await logInAdmin()
    let student: Guest & { id: string } = await enrol(house, 'Priya Nair', {
      extra_time_percent: rules.extraTimePercent,
    })
    const exam = await releasedExam(admin, {
      duration: rules.minutes,
      questions: questions(questionCount),
      integrityMode: rules.mode,
      attemptsAllowed: rules.allowed,
      shuffleOptions: true,
    })
    const testId = exam._id
    const ids: string[] = []
    const dealt = new Map<string, attempts.PresentedQuestion[]>()

    /** By text, by its place as dealt, or by both: the sequence decides, so that all are played. */
    function wordsOf(attemptId: string, { question, option, sequence }: Chosen): attempts.Answer {
      const asked = dealt
        .get(attemptId)
        ?.find(({ question: { text } }) => text === `Question ${question}`)
      const text = textsOf(question)[option] ?? ''
      const place = asked?.options.findIndex((one) => one.text === text) ?? 0
      const by = (sequence ?? 0) % 3
      return {
        questionId: asked?._id ?? 'unknown',
        ...(by !== 0 && { selectedAnswer: text }),
        ...(by !== 1 && { selectedOption: Math.max(0, place) }),
        ...(sequence !== undefined && { sequence }),
      }
    }

    async function act(deed: Deed): Promise<unknown> {
      house.pass(deed.waitMs)
      switch (deed.does) {
        case 'start':
          return start()
        case 'grant':
          return void (await admin.ask(room.grantAttempt, {
            params: { testId },
            body: { studentId: student.id, why },
          }))
        case 'release':
          return void (await admin.ask(releaseResults, { params: { testId } }))
        case 'sweep':
          return closeOverdue(house.deps)
        case 'restart':
          await restart()
          admin = withLoginAgain(guestOf(house.app, admin.cookies))
          student = { ...guestOf(house.app, student.cookies), id: student.id }
          return undefined
        case 'look':
          return look()
      }
      const attemptId = ids.at(-1 - ('back' in deed ? deed.back : 0))
      return attemptId ? actOn(attemptId, deed) : undefined
    }

    async function start() {
      const { status, json } = await student.ask(attempts.startQuiz, { params: { testId } })
      if (status === 409) return { status }
      if (!ids.includes(json.quizAttemptId)) ids.push(json.quizAttemptId)
      const paper = await student.ask(attempts.getQuestions, { params: { testId } })
      dealt.set(json.quizAttemptId, paper.json.questions)
      return { status, endsAt: Date.parse(json.endsAt) }
    }

    function actOn(attemptId: string, deed: Deed): unknown {
      const params = { attemptId }
      if (deed.does === 'answer') {
        return Promise.all(deed.chosen.map((chosen) => answer(attemptId, chosen)))
      }
      if (deed.does === 'finish') {
        const answers = deed.answers.map((chosen) => wordsOf(attemptId, chosen))
        const finish = () =>
          deed.says === undefined
            ? student.ask(attempts.finishExpiredQuiz, { params, body: { answers, score: 4 } })
            : student.ask(attempts.finishQuiz, { params, body: { answers, reason: deed.says } })
        return again(deed.times, async () => told(await finish(), 'finishReason'))
      }
      if (deed.does === 'event') {
        const at = new Date(house.clock.at - deed.agoMs).toISOString()
        const body = {
          kind: deed.kind,
          at,
          answers: deed.answers.map((chosen) => wordsOf(attemptId, chosen)),
        }
        return again(deed.times, async () => {
          const reply = await student.ask(room.reportEvent, { params, body })
          return told(reply, 'violations', 'remaining', 'finished')
        })
      }
      if (deed.does === 'addMinutes') return addMinutes(attemptId, deed)
      if (deed.does === 'reopen') return reopen(attemptId, deed.minutes)
      return undefined
    }

    async function answer(attemptId: string, chosen: Chosen) {
      const params = { attemptId, testId }
      const reply = await student.ask(attempts.submitAnswer, {
        params,
        body: wordsOf(attemptId, chosen),
      })
      const { status, json } = reply
      return status === 200 ? { status, endsAt: Date.parse(json.endsAt) } : { status }
    }

    async function addMinutes(attemptId: string, deed: Deed & { does: 'addMinutes' }) {
      const body = { minutes: deed.minutes, why }
      if (deed.toAll) {
        return told(await admin.ask(room.addTimeToExam, { params: { testId }, body }), 'changed')
      }
      return toldTime(await admin.ask(room.addTime, { params: { attemptId }, body }))
    }

    async function reopen(attemptId: string, minutes: number) {
      const body = { why, ...(minutes > 0 && { minutes }) }
      return toldTime(await admin.ask(room.reopenAttempt, { params: { attemptId }, body }))
    }

    async function look() {
      const params = { testId, studentId: student.id }
      const seen = await admin.ask(listExamAttempts, { params: { testId } })
      const own = await student.ask(listOwnAttempts)
      const looked = ids.map(async (id) => {
        const row = seen.json.find(({ _id }) => _id === id)
        const query = { attempt: id }
        const { json } = await admin.ask(getAnswers, { params, query })
        const sheet = await student.ask(getOwnResult, { params: { attemptId: id } })
        return {
          startedAt: Date.parse(row?.startTime ?? ''),
          finishedAt: row?.endTime ? Date.parse(row.endTime) : null,
          reason: row?.finishReason ?? null,
          score: row?.score ?? null,
          toldScore: own.json.find(({ _id }) => _id === id)?.score ?? null,
          sheet: sheet.status,
          answers: Array.from({ length: questionCount }, (_, n) => {
            const line = json.answers.find(({ questionText }) => questionText === `Question ${n}`)
            const option = textsOf(n).indexOf(line?.selectedAnswer ?? '')
            return option < 0 ? null : option
          }),
        }
      })
      return { rows: await Promise.all(looked), count: seen.json.length }
    }

    return { act, now: () => house.clock.at }
  }

  return { openPlay, close: () => house.close() }
}

/** The author's order: the right one first. */
function textsOf(question: number): string[] {
  return questions(question + 1)[question]?.options ?? []
}

type Told = { readonly status: number; readonly json: object }

function told({ status, json }: Told, ...fields: string[]) {
  if (status !== 200) return { status }
  const all: Record<string, unknown> = { ...json }
  return { status, ...Object.fromEntries(fields.map((field) => [field, all[field]])) }
}

function toldTime({ status, json }: { status: number; json: { endsAt: string; code?: string } }) {
  return status === 200 ? { status, endsAt: Date.parse(json.endsAt) } : { status, code: json.code }
}

function again<T>(times: number, job: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, job))
}
