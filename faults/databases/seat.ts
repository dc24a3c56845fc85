import { kindNames } from '#core/questions/question.ts'
import { registrationFields } from '#test/factories.ts'
import { expectStatus } from '../erasure/restartable-server.ts'
import type { Day } from './open-day.ts'

const ownPassword = 'seven quiet otters swim'

export type Seat = ReturnType<typeof createSeat>

type Question = { readonly _id: string; readonly options: readonly unknown[] }
type Paper = { readonly questions: readonly Question[] }

/** A student at a computer of their own. */
export function createSeat(day: Day, { email, testId }: { email: string; testId: string }) {
  const browser = day.openBrowser()
  let attemptId = ''
  let paper = ''

  async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
    const reply = await browser.call(method, `/api/${path}`, body)
    return expectStatus(reply, 200, `${email}, ${path}`)
  }
  const readPaper = async () => (await call('GET', `students/get-questions/${testId}`)).text
  const listQuestions = () => (JSON.parse(paper) as Paper).questions

  return {
    email,
    async enter() {
      const password = await day.waitForPassword(email)
      await call('POST', 'auth/studentLogin', { email, password })
      const newPassword = ownPassword
      await call('POST', 'auth/changePassword', { email, password, newPassword })
      const { name: _, email: __, course: ___, ...rest } = registrationFields
      const consents = { termsAccepted: 'true', privacyConsent: 'true' }
      await call('POST', 'students/completeRegistration', { ...rest, ...consents })
    },
    async start() {
      const press = () =>
        browser.call('POST', `/api/students/start-quiz/${testId}`, { kinds: kindNames })
      const starts = await Promise.all([press(), press(), press()])
      expectStatuses(starts, '200,200,201')
      attemptId = JSON.parse(starts[0].text).quizAttemptId
      paper = await readPaper()
    },
    async answer(part: 'first half' | 'second half') {
      const half = listQuestions().length / 2
      const from = part === 'first half' ? 0 : half
      const answered = listQuestions().slice(from, from + half)
      await Promise.all(
        answered.map(({ _id: questionId, options }, at) => {
          const selectedOption = options.findIndex((one) => JSON.stringify(one).includes('right'))
          const body = { questionId, selectedOption, sequence: from + at + 1 }
          return call('POST', `students/submit-answer/${attemptId}/${testId}`, body)
        }),
      )
    },
    async expectPaperAsBefore() {
      const kept = JSON.parse(await readPaper()) as Paper
      const before = listQuestions()
      const isSame = JSON.stringify(kept.questions.map(toId)) === JSON.stringify(before.map(toId))
      if (!isSame) throw new Error(`${email} has another paper`)
    },
    async finish() {
      const press = () => browser.call('POST', `/api/students/finishQuiz/${attemptId}`, {})
      expectStatuses(await Promise.all([press(), press()]), '200,200')
    },
    async expectAllMarks() {
      const { text } = await call('GET', `students/quiz-attempt-detail/${attemptId}`)
      const { score } = JSON.parse(text) as { score: number }
      if (score !== listQuestions().length) throw new Error(`${email} has a score of ${score}`)
    },
  }
}

const toId = ({ _id }: Question) => _id

function expectStatuses(replies: readonly { status: number; text: string }[], expected: string) {
  const statuses = replies.map(({ status }) => status).toSorted()
  if (`${statuses}` !== expected)
    throw new Error(`${statuses}: ${replies.map(({ text }) => text.slice(0, 200))}`)
}
