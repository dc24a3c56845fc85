import type { Browser } from '../browser.ts'
import type { Registrant } from './registrant.ts'
import { expectStatus } from './restartable-server.ts'

type Takes = { readonly owner: Browser; readonly student: Browser; readonly testId: string }

/**
 * Writes as staff about one student during and after a test, and answers as the student: on the
 * live screen, with added time, and about an incident that makes the attempt void.
 */
export async function leaveWordsOfStaff(
  { owner, student, testId }: Takes,
  { canaries }: Pick<Registrant, 'canaries'>,
): Promise<void> {
  const started = await student.call('POST', `/api/students/start-quiz/${testId}`)
  const { quizAttemptId: id } = JSON.parse(expectStatus(started, 201, 'start again').text)
  const act = async (body: object) => {
    const reason = { reason: 'other', reasonText: `Has ${canaries.reason}`, attemptIds: [id] }
    const path = `/api/test/${testId}/live/actions`
    expectStatus(await owner.call('POST', path, { ...reason, ...body }), 200, 'act')
  }
  await act({ kind: 'message', message: `Dear ${canaries.message}` })
  await act({ kind: 'pause' })
  await act({ kind: 'resume' })
  const added = { minutes: 1, why: `Was ${canaries.addedTime}` }
  const attempt = `/api/students/attempts/${id}`
  expectStatus(await owner.call('POST', `${attempt}/extraTime`, added), 200, 'add time')

  const event = { kind: 'devtools', at: new Date().toISOString() }
  expectStatus(
    await student.call('POST', `/api/students/attempt-events/${id}`, event),
    200,
    'an incident',
  )
  const finished = await student.call('POST', `/api/students/finishQuiz/${id}`, {})
  expectStatus(finished, 200, 'finish again')
  const listed = await owner.call('GET', `/api/incidents?testId=${testId}`)
  const groups = JSON.parse(listed.text) as { members: { _id: string; attemptId: string }[] }[]
  const incident = groups
    .flatMap(({ members }) => members)
    .find(({ attemptId }) => attemptId === id)
  if (!incident) throw new Error(`The incident was not found: ${listed.text.slice(0, 300)}`)
  const sentence = { incidentId: incident._id, text: `I am ${canaries.statement}` }
  expectStatus(await student.call('POST', `${attempt}/statement`, sentence), 200, 'say so')
  await decide('kept', canaries.decision)
  const back = { decisionId: `kept-${id}`, why: `Not ${canaries.reverted}` }
  expectStatus(await owner.call('POST', '/api/incidents/take-back', back), 200, 'take back')
  await decide('voided', canaries.void)

  async function decide(outcome: 'kept' | 'voided', word: string) {
    const decisionId = `${outcome}-${id}`
    const incidents = [{ _id: incident?._id, attemptId: id }]
    const body = { decisionId, groupId: decisionId, incidents, outcome, why: `Seen ${word}` }
    expectStatus(await owner.call('POST', '/api/incidents/decide', body), 200, outcome)
  }
}
