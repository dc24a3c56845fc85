import { applyAction } from '#contract/live.ts'
import {
  createFormData,
  createQuestions,
  createRegistrationForm,
  createStudent,
} from './factories.ts'
import {
  type Call,
  type CallChanges,
  call,
  type MatrixWorld,
  startOwnAttempt,
} from './matrix-calls.ts'
import { morning, nothing, readQuestion, toNewStudent } from './missing-record-calls.ts'
import { restOfRegistration } from './rest-of-registration.ts'

const backwards = { opensAt: morning.closesAt, closesAt: morning.opensAt }
const enquiry = {
  name: 'Priya Nair',
  email: 'priya@example.com',
  contact: '98200 00001',
  course: 'Full Stack Development',
}
const threeOptions = ['a', 'b', 'c']
/** Its right answer is none of its options. */
const faultyTest = {
  title: 'Faulty',
  questions: [{ question: 'Q', options: threeOptions, correct_answer: 'd' }],
}

/** The same key with another body. */
async function sendTwice(
  world: MatrixWorld,
  name: string,
  first: CallChanges,
  second: CallChanges,
) {
  const headers = { 'idempotency-key': `${name}-0123456789abcdef` }
  await call(world, name, { ...first, headers })
  return call(world, name, { ...second, headers })
}

/** Answers to what is not on the paper, sent with an end or the event that ends the attempt. */
function listAnswerRefusals(name: string): Record<string, Call> {
  const send = async (world: MatrixWorld, answer: object) => {
    const { client, attemptId, questionId } = await startOwnAttempt(world, 'strict')
    const answers = [{ questionId, selectedOption: 0, sequence: 1, ...answer }]
    const event = { kind: 'devtools', at: new Date(world.app.clock.at).toISOString() }
    const body = { ...(name === 'reportEvent' && event), answers }
    return call(world, name, { client, params: { attemptId }, body })
  }
  return {
    [`${name} unknown-question`]: (world) => send(world, { questionId: nothing }),
    [`${name} unknown-option`]: (world) => send(world, { selectedOption: 7 }),
  }
}

/** A call for each refusal that no slice's specs ask for, by `endpoint code`. */
export const refusalCalls: Readonly<Record<string, Call>> = {
  'adminLogin wrong-login': (world) => call(world, 'adminLogin'),
  'reauthenticate wrong-code': (world) =>
    call(world, 'reauthenticate', { body: { code: '123456' } }),
  'disableStaff staff-changed': (world) => {
    const { id } = world.fixture.colleague
    return call(world, 'disableStaff', { params: { id }, body: { disabled: true, basedOn: '0' } })
  },
  'completeRegistration registration-faulty': async (world) => {
    const client = await createStudent(world.app)
    await world.app.deps.db.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ registration_due_at: 1 })
        .where('id', '=', client.id)
        .execute(),
    )
    const body = { ...restOfRegistration, phone: '12' }
    return call(world, 'completeRegistration', { client, body })
  },
  'register registration-faulty': (world) =>
    call(world, 'register', { body: createRegistrationForm({ phone: '12' }) }),
  'eraseStudent invalid-input': async (world) => {
    const client = await createStudent(world.app)
    await call(world, 'deleteStudents', { body: { ids: [client.id] } })
    return call(world, 'eraseStudent', { params: { id: client.id }, body: { name: 'Another' } })
  },
  'updateStudent invalid-input': (world) => call(world, 'updateStudent', { body: { phone: '12' } }),
  'addStudent invalid-input': (world) => call(world, 'addStudent', { body: toNewStudent('12') }),
  'addStudent import-sent-before': (world) =>
    sendTwice(
      world,
      'addStudent',
      { body: toNewStudent('98200 11223') },
      { body: toNewStudent('98200 11224') },
    ),
  'createBatch invalid-input': (world) =>
    call(world, 'createBatch', {
      body: { name: 'Short', course: 'php', startDate: '2026-12-01', endDate: '2026-11-01' },
    }),
  'updateBatch invalid-input': (world) =>
    call(world, 'updateBatch', { body: { endDate: '2026-01-01' } }),
  'createExam test-faulty': (world) => call(world, 'createExam', { body: faultyTest }),
  'createExam test-sent-before': (world) =>
    sendTwice(world, 'createExam', {}, { body: { ...faultyTest, title: 'Another' } }),
  'updateExam test-faulty': (world) =>
    call(world, 'updateExam', { body: { questions: faultyTest.questions } }),
  'updateExam image-faulty': (world) => {
    const body = createFormData(
      { questions: JSON.stringify(createQuestions(1)) },
      { questionimage_0: Buffer.from('no picture') },
    )
    return call(world, 'updateExam', { body })
  },
  'eraseExam invalid-input': async (world) => {
    const { json } = await call(world, 'createExam')
    const testId = (json.test as { _id: string })._id
    await call(world, 'deleteExam', { params: { id: testId } })
    return call(world, 'eraseExam', { params: { testId }, body: { title: 'Another' } })
  },
  'addExamWindow invalid-input': (world) =>
    call(world, 'addExamWindow', { body: { audience: { kind: 'everyone' }, ...backwards } }),
  'openMakeUpWindow invalid-input': (world) => call(world, 'openMakeUpWindow', { body: backwards }),
  'updateExamWindow invalid-input': (world) => call(world, 'updateExamWindow', { body: backwards }),
  'finishExpiredQuiz attempt-paused': async (world) => {
    const { client, owner, testId, attemptId } = await startOwnAttempt(world)
    const body = { kind: 'pause', reason: 'power-cut' } as const
    await owner.request(applyAction, { params: { testId }, body })
    return call(world, 'finishExpiredQuiz', { client, params: { attemptId } })
  },
  ...listAnswerRefusals('finishQuiz'),
  ...listAnswerRefusals('finishExpiredQuiz'),
  ...listAnswerRefusals('reportEvent'),
  'decideLateAnswers attempt-running': (world) =>
    call(world, 'decideLateAnswers', { params: { attemptId: world.fixture.attemptId } }),
  'getOwnResult results-not-released': (world) => call(world, 'getOwnResult'),
  'resendResult results-not-released': (world) => call(world, 'resendResult'),
  'resendResult attempt-running': async (world) => {
    const { testId, attemptId } = await startOwnAttempt(world)
    await call(world, 'releaseResults', { params: { testId }, body: {} })
    return call(world, 'resendResult', { params: { attemptId } })
  },
  'correctAnswerKey unknown-question': async (world) => {
    const { revisionId } = await readQuestion(world)
    const body = { revisionId, questionId: nothing, key: 'A', why: 'It was wrong' }
    return call(world, 'correctAnswerKey', { body })
  },
  'previewCorrection unknown-question': async (world) => {
    const { revisionId } = await readQuestion(world)
    return call(world, 'previewCorrection', {
      query: { revisionId, questionId: nothing, key: 'A' },
    })
  },
  'previewCorrection unknown-option': async (world) =>
    call(world, 'previewCorrection', { query: { ...(await readQuestion(world)), key: 'H' } }),
  'sendEnquiry enquiry-sent-before': (world) =>
    sendTwice(
      world,
      'sendEnquiry',
      { body: enquiry },
      { body: { ...enquiry, message: 'Changed since' } },
    ),
}
