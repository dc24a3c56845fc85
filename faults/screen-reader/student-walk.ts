import { applyAction } from '#contract/live.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import { releaseResults } from '#contract/result-release.ts'
import { listStudents } from '#contract/students.ts'
import { createReleasedExam } from '#test/factories.ts'
import type { FlakyProxy } from '#test/flaky-proxy.ts'
import { priya } from '#test/registration-page.ts'
import type { TestClient } from '#test/test-app.ts'
import { findRunning } from '../real-window/quiz-attempt.ts'
import type { Walk } from './walk.ts'

export type WalkStage = {
  readonly walk: Walk
  readonly admin: TestClient
  readonly proxy: FlakyProxy
}

const ownPassword = 'a tram to kothrud'
const message = 'The lab closes at six.'
/** Time for news that come by themselves. */
const newsMs = 20_000
const questions = [
  ['Which command joins `main` into yours?', 'git merge', 'git init', 'git clone', 'git log'],
  ['What is \\(x\\), if \\(x^2=2\\)?', '\\(\\sqrt{2}\\)', '\\(\\frac{1}{2}\\)', '\\(2^2\\)', '0'],
  ['Which port does HTTPS use?', '443', '80', '22', '25'],
].map(([question = '', ...options]) => ({ question, options, correct_answer: options[0] ?? '' }))

/** From home to a result. */
export async function walkAsStudent(stage: WalkStage) {
  await walkToPanel(stage)
  const { _id: testId } = await createReleasedExam(stage.admin, {
    title: 'Git by ear',
    questions,
    integrityMode: 'warn',
  })
  await walkThroughQuiz(stage, testId)
  await leaveStrictQuiz(stage)
  await readResult(stage, testId)
}

async function walkToPanel({ walk, admin, proxy }: WalkStage) {
  const { begin, open, press, pressOn, fill, focus, write } = walk
  begin('Home')
  await open(proxy.url, 'FSL Academy')
  await press('h', /heading level \d/)
  await press('m', /\w/)
  await press('k', /link/)
  await pressOn('Join Now', 'Return', /\bRegister\b/)

  begin('Registration')
  await fill({ 'I accept the Terms': true })
  await pressOn('Register', 'Return', /There is a problem/)
  await pressOn('Enter your name', 'Return', /Name entry.*required.*Enter your name/)
  await write(priya.name)
  await press('Tab', /Email/)
  await write(priya.email)
  await press('Tab', /Phone/)
  await fill({
    Phone: priya.phone,
    'Date of birth': priya.dob,
    Female: true,
    'Parent/Guardian name': priya.fname,
    'Parent/Guardian phone': priya.fphone,
    'Local address': priya.laddress,
    'Permanent address is the same as local address': true,
    Student: true,
    Qualification: 'B.Sc.',
    Year: '2025',
    College: 'Fergusson College',
    Course: 'full stack',
    'How did you hear about us?': 'Google',
    'I agree that': true,
  })
  await pressOn('Register', 'Return', /Student Login.*Registration Successful/, newsMs)

  begin('Login with the one-time password')
  const id = (await admin.request(listStudents)).json[0]?._id ?? ''
  const body = { deliver: 'show' } as const
  const { json } = await admin.request(sendLoginDetails, { params: { id }, body })
  await focus('Email')
  await press('Tab', /Password/)
  await write('a wrong one')
  await press('Return', /The email address or password is not right/)
  await fill({ Email: priya.email, Password: json.password ?? '' })
  await focus('Password')
  await press('Return', /Change password.*You logged in with a one-time password/)

  begin('Change password')
  await focus('New password')
  await write('short')
  await press('Return', /8 characters/)
  await fill({ 'New password': ownPassword })
  await focus('New password')
  await press('Return', /Password updated successfully.*Hello, Priya/, newsMs)
}

async function walkThroughQuiz({ walk, admin, proxy }: WalkStage, testId: string) {
  const { begin, press, pressOn, listen, focus } = walk
  begin('Check before the start')
  await listen('(a test released)', async () => undefined, /Git by ear is open/, newsMs)
  await press('t', /table with \d rows?/)
  await pressOn('Start Git by ear', 'Return', /Git by ear.*dialog.*warning/)
  await press('Tab', /button/)
  await pressOn('Start the quiz', 'Return', /Question 1 of 3/)

  begin('Quiz')
  const attemptId = await findRunning(admin, testId)
  const act = async (kind: 'pause' | 'resume' | 'message') =>
    admin.request(applyAction, {
      params: { testId },
      body: {
        kind,
        attemptIds: [attemptId],
        reason: 'noise',
        ...(kind === 'message' && { message }),
      },
    })
  await press('r', /[A-D] \S.*radio button/)
  await press('r', /[A-D] \S.*radio button/)
  await press('Insert+a', /Focus mode/)
  await press('b', /Option B is chosen/)
  await press('Return', /(?=.*Answer \d saved).*Question 2 of 3/)
  await pressOn('Later', 'Return', /Question 3 of 3.*is put last/)
  await listen('(paused by the trainer)', () => act('pause'), /Paused by the institute/, newsMs)
  await listen('(resumed)', () => act('resume'), /Resumed\. \d+:\d+ left/, newsMs)
  await listen('(a message)', () => act('message'), /Message.*closes at six/, newsMs)
  await press('alt+Left', /Warning 1/)
  await press('Return', /Question 3 of 3/)
  await focus('A')
  await press('space', /selected/)
  proxy.isDown = true
  await pressOn('Submit', 'Return', /We cannot reach the exam server.*Keep answering/, newsMs)
  proxy.isDown = false
  await listen('(the line is back)', async () => undefined, /Answer \d saved/, newsMs)
  await focus('A')
  await press('space', /selected/)
  await pressOn(
    'Finish Quiz',
    'Return',
    /Thank you!.*all 3 answers are saved.*Hello, Priya/,
    newsMs,
  )
}

async function leaveStrictQuiz({ walk, admin }: WalkStage) {
  const { begin, listen, press, pressOn } = walk
  begin('A strict quiz, left')
  const exam = { title: 'Ports by ear', questions, integrityMode: 'strict' as const }
  const release = () => createReleasedExam(admin, exam)
  await listen('(a test released)', release, /Ports by ear is open/, newsMs)
  await pressOn('Start Ports by ear', 'Return', /Ports by ear.*dialog.*at once/)
  await pressOn('Start the quiz', 'Return', /Question 1 of 3/)
  await press('alt+Left', /Leaving will auto-submit your quiz.*0 of 3/)
  await press('Escape', /You are still in the quiz|Question 1 of 3/)
  await press('alt+Left', /Leaving will auto-submit your quiz.*0 of 3/)
  await pressOn('Leave and submit', 'Return', /was submitted.*back button.*Hello, Priya/, newsMs)
}

async function readResult({ walk, admin }: WalkStage, testId: string) {
  const { begin, listen, press, pressOn } = walk
  begin('Result')
  const body = { confirm: true } as const
  const release = () => admin.request(releaseResults, { params: { testId }, body })
  await listen('(its result released)', release, /The result of Git by ear is released/, newsMs)
  await pressOn('Result', 'Return', /\bResult\b/)
  await press('t', /table with \d rows/)
  await pressOn('View Details of Git by ear', 'Return', /Git by ear|Result details/)
  await press('h', /Git by ear heading level 1/)
  await press('h', /heading level 2/)
  await press('h', /heading level [23]/)
}
