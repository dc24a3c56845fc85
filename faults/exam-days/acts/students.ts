import * as messages from '#contract/attempt-messages.ts'
import * as attempts from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import * as incidents from '#contract/incidents.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import * as proctoring from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { eventKinds } from '#core/proctoring/policy.ts'
import { kindNames } from '#core/questions/question.ts'
import type { Chosen } from '../answer-ledger.ts'
import { expectSame } from '../finding.ts'
import type { Institute, Student } from '../institute.ts'
import type { Pick } from '../pick.ts'
import type { Acts } from './act.ts'

type Attempt = Institute['started'][number]
type DrawnAnswer = {
  readonly body: attempts.Answer
  readonly questionId: string
  readonly sequence: number
  readonly chosen: Chosen
}

/** An answer to a question as it was presented; in a free paper at times taken back. */
function drawAnswer(institute: Institute, attempt: Attempt, pick: Pick): DrawnAnswer | null {
  const question = pick.of(attempt.questions)
  if (!question) return null
  const { _id: questionId, options } = question
  const sequence = institute.count()
  const isFree = attempt.testId === institute.tests[1]
  if (isFree && pick.nat(5) === 5) {
    return { body: { questionId, cleared: true, sequence }, questionId, sequence, chosen: null }
  }
  const places =
    question.kind === 'multiple-choice'
      ? pick.some(options.map((_, index) => index))
      : [pick.nat(options.length - 1)]
  const chosen = places.map((place) => options[place]?.text ?? '').toSorted()
  const body =
    question.kind === 'multiple-choice'
      ? { questionId, selectedOptions: places, sequence }
      : { questionId, selectedOption: places[0] ?? 0, sequence }
  return { body, questionId, sequence, chosen }
}

/** Answers that go with another call: whether they were taken, their student does not learn. */
function drawUnsure(institute: Institute, attempt: Attempt, pick: Pick): attempts.Answer[] {
  const drawn = [drawAnswer(institute, attempt, pick), drawAnswer(institute, attempt, pick)]
  const sent = drawn.slice(0, pick.nat(2)).filter((answer) => answer !== null)
  for (const answer of sent) institute.ledger.noteUnsure(attempt.id, answer.questionId, answer)
  return sent.map(({ body }) => body)
}

/** Mostly the newest. */
function pickStarted({ started }: Institute, pick: Pick): Attempt | undefined {
  return pick.nat(3) === 3 ? pick.of(started) : pick.of(started.slice(-6))
}

async function openPaper(attempt: Attempt) {
  const { testId, student } = attempt
  const paper = await student.call(attempts.getQuestions, { params: { testId } })
  if (paper.status === 200 && paper.json.quizAttemptId === attempt.id)
    attempt.questions = paper.json.questions
  return paper
}

type Shown = Awaited<ReturnType<Student['call']>>

/** A student can start the tests that the panel offers, and no others. */
function checkOffer(shown: Shown, { testId, status }: { testId: string; status: number }) {
  if (shown.status !== 200) return
  const exams = shown.json as { _id: string; canStart?: boolean }[]
  const isOffered = exams.find(({ _id }) => _id === testId)?.canStart === true
  const isStarted = status === 200 || status === 201
  expectSame(`the panel offers ${testId}, which is started`, isOffered, isStarted)
}

export const studentActs: Acts = {
  'starts a test': {
    weight: 20,
    async run(institute, pick) {
      const student = pick.of(institute.students)
      const testId = pick.nat(2) > 0 ? institute.tests[0] : pick.of(institute.tests)
      if (!student || !testId) return
      const body = { kinds: kindNames, acknowledgesWarnings: pick.flag() }
      const shown = await student.call(listExams)
      const { status, json } = await student.call(attempts.startQuiz, { params: { testId }, body })
      checkOffer(shown, { testId, status })
      if (status !== 200 && status !== 201) return
      const { quizAttemptId: id } = json
      const known = institute.started.find((one) => one.id === id)
      const attempt = known ?? { id, testId, student, questions: [] }
      if (!known) institute.started.push(attempt)
      await openPaper(attempt)
    },
  },
  answers: {
    weight: 26,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      if (!attempt) return
      for (let left = pick.nat(3); left >= 0; left--) {
        const answer = drawAnswer(institute, attempt, pick)
        if (!answer) return
        const { id: attemptId, testId, student } = attempt
        const params = { attemptId, testId }
        const { status } = await student.call(attempts.submitAnswer, { params, body: answer.body })
        if (status === 200) institute.ledger.acknowledge(attemptId, answer.questionId, answer)
        // A call that was delayed on its way, and one that is sent again.
        if (status === 200 && pick.nat(4) === 4)
          await student.call(attempts.submitAnswer, { params, body: answer.body })
      }
    },
  },
  'answers while the database is away': {
    weight: 2,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      const answer = attempt && drawAnswer(institute, attempt, pick)
      if (!answer) return
      const { id: attemptId, testId, student } = attempt
      await institute.withDatabaseAway(async () => {
        const options = { params: { attemptId, testId }, body: answer.body }
        const { status } = await student.callUntilTaken(attempts.submitAnswer, options)
        if (status === 200) institute.ledger.acknowledge(attemptId, answer.questionId, answer)
      })
    },
  },
  'marks a question for review': {
    weight: 2,
    async run(institute, pick) {
      const attempt = pick.of(institute.started)
      const question = attempt && pick.of(attempt.questions)
      if (!attempt || !question) return
      const { id: attemptId, testId, student } = attempt
      const sequence = institute.count()
      const body = { questionId: question._id, marked: pick.flag(), sequence }
      await student.call(attempts.submitAnswer, { params: { attemptId, testId }, body })
    },
  },
  'reloads the page': {
    weight: 3,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      if (attempt) await openPaper(attempt)
    },
  },
  'asks for the clock': {
    weight: 4,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      const waiting = pick.flag() ? { waiting: pick.nat(3) } : {}
      const params = { attemptId: attempt?.id ?? '' }
      const query = waiting as { waiting?: never }
      return attempt?.student.call(proctoring.getAttemptClock, { params, query })
    },
  },
  finishes: {
    weight: 6,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      if (!attempt) return
      const params = { attemptId: attempt.id }
      const answers = drawUnsure(institute, attempt, pick)
      const finish = pick.nat(4) === 4 ? attempts.finishExpiredQuiz : attempts.finishQuiz
      await attempt.student.call(finish, { params, body: { answers } })
      if (pick.nat(3) === 3) await attempt.student.call(finish, { params, body: { answers } })
    },
  },
  'leaves the page': {
    weight: 6,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      if (!attempt) return
      const kind = pick.of(eventKinds) ?? 'hidden'
      const at = new Date(institute.now() - pick.nat(90) * 1_000).toISOString()
      const durationMs = pick.flag() ? pick.nat(90) * 1_000 : undefined
      const answers = drawUnsure(institute, attempt, pick)
      const body = { kind, at, answers, ...(durationMs !== undefined && { durationMs }) }
      const params = { attemptId: attempt.id }
      const { json, status } = await attempt.student.call(proctoring.reportEvent, { params, body })
      if (status !== 200 || !json.warning || pick.nat(2) === 2) return
      const number = json.warning.number
      const read = { number, at: new Date(institute.now()).toISOString() }
      await attempt.student.call(proctoring.acknowledgeWarning, { params, body: read })
    },
  },
  'sends late answers': {
    weight: 5,
    async run(institute, pick) {
      const student = pick.of(institute.students)
      const own = await student?.call(listOwnAttempts)
      if (own?.status !== 200) return
      const ended = own.json.filter(({ finishReason }) => finishReason !== 'Completed')
      const { _id: attemptId } = pick.of(ended) ?? {}
      const attempt = institute.started.find(({ id }) => id === attemptId)
      const answers = attempt ? drawUnsure(institute, attempt, pick) : []
      if (!attempt || answers.length === 0) return
      const params = { attemptId: attempt.id }
      await attempt.student.call(sendLateAnswers, { params, body: { answers } })
    },
  },
  'puts a message away': {
    weight: 2,
    async run(institute, pick) {
      const attempt = pickStarted(institute, pick)
      if (!attempt) return
      const params = { attemptId: attempt.id }
      const { status, json } = await attempt.student.call(proctoring.getAttemptClock, { params })
      const message = status === 200 ? pick.of(json.messages ?? []) : undefined
      if (!message) return
      const both = { ...params, messageId: message._id }
      await attempt.student.call(messages.putMessageAway, { params: both })
    },
  },
  'writes what happened': {
    weight: 3,
    async run(institute, pick) {
      const student = pick.of(institute.students)
      const own = await student?.call(listOwnAttempts)
      const attempt = own?.status === 200 ? pick.of(own.json.filter((one) => one.incident)) : null
      if (!student || !attempt?.incident) return
      const params = { attemptId: attempt._id }
      const incidentId = attempt.incident._id
      const decidedAt = attempt.incident.outcome?.at
      if (!decidedAt) {
        const body = { incidentId, text: pick.flag() ? 'The power went.' : 'My net was gone.' }
        await student.call(incidents.writeStatement, { params, body })
        return
      }
      const body = { incidentId, decidedAt, isDismissed: pick.flag() }
      await student.call(incidents.dismissOutcome, { params, body })
    },
  },
}
