import { finishQuiz } from '#contract/attempts.ts'
import { listIncidents } from '#contract/incidents.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import { reportEvent } from '#contract/proctoring.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'
import type { AuditRow } from './audit-rows.ts'
import { type CallChanges, call, type MatrixWorld, startOwnAttempt } from './matrix-calls.ts'

async function finishOwnAttempt(world: MatrixWorld) {
  const started = await startOwnAttempt(world)
  const params = { attemptId: started.attemptId }
  await started.client.request(finishQuiz, { params, body: {} })
  return started
}

/** Developer tools end a strict attempt, and leave an incident. */
async function createIncident(world: MatrixWorld) {
  const { client, owner, testId, attemptId } = await startOwnAttempt(world, 'strict')
  const at = new Date(world.app.clock.at).toISOString()
  const body = { kind: 'devtools', at } as const
  await client.request(reportEvent, { params: { attemptId }, body })
  const { json } = await owner.request(listIncidents, { query: { testId } })
  const [group] = json
  if (!group) throw new Error('Nothing has happened')
  const incidents = group.members.map(({ _id }) => ({ _id, attemptId }))
  return { decisionId: `decision-of-${attemptId}`, incidents, why: 'A false alarm' }
}

async function decide(world: MatrixWorld, outcome: Outcome) {
  const decision = { ...(await createIncident(world)), outcome }
  await call(world, 'decideIncidents', { body: { ...decision, confirm: true } })
  return { body: { decisionId: decision.decisionId, why: 'A slip of the hand' } }
}

const decisionLines = {
  'no-consequence': 'incident.no-consequence',
  kept: 'incident.kept',
  voided: 'attempt.voided',
  reopened: 'attempt.reopened',
  'new-attempt': 'attempt.granted',
} as const
const outcomes = Object.keys(decisionLines) as Outcome[]

/** An answer that came after the end, and the decision about it. */
async function createLateAnswers(world: MatrixWorld, decision: 'accepted' | 'left-out') {
  const { client, attemptId, questionId } = await startOwnAttempt(world)
  const sequence = world.app.clock.at
  await client.request(finishQuiz, { params: { attemptId }, body: {} })
  const answers = [{ questionId, selectedOption: 0, sequence }]
  await client.request(sendLateAnswers, { params: { attemptId }, body: { answers } })
  const decided = { decision, why: 'Network', answers: [{ questionId, sequence }] }
  return { params: { attemptId }, body: decided }
}

function act(body: object) {
  return async (world: MatrixWorld): Promise<CallChanges> => {
    const { testId } = await startOwnAttempt(world)
    return { params: { testId }, body }
  }
}

const pause = { kind: 'pause', reason: 'power-cut' }

export const auditedAttempts: readonly AuditRow[] = [
  { name: 'applyAction', when: 'pause', prepare: act(pause), lines: ['attempt.paused'] },
  {
    name: 'applyAction',
    when: 'resume',
    prepare: async (world) => {
      const { testId } = await startOwnAttempt(world)
      await call(world, 'applyAction', { params: { testId }, body: pause })
      return { params: { testId }, body: { kind: 'resume' } }
    },
    lines: ['attempt.resumed'],
  },
  {
    name: 'applyAction',
    when: 'message',
    prepare: act({ kind: 'message', message: 'Ten minutes left' }),
    lines: ['attempt.messaged'],
  },
  {
    name: 'applyAction',
    when: 'add time',
    prepare: act({ kind: 'add-minutes', minutes: 5, reason: 'power-cut' }),
    lines: ['attempt.extended'],
  },
  {
    name: 'undoLiveAction',
    prepare: async (world) => {
      const { testId } = await startOwnAttempt(world)
      const { json } = await call(world, 'applyAction', { params: { testId }, body: pause })
      return { params: { actionId: (json.action as { _id: string })._id } }
    },
    lines: ['attempt.action-undone', 'attempt.resumed'],
  },
  {
    name: 'addTime',
    prepare: async (world) => ({
      params: { attemptId: (await startOwnAttempt(world)).attemptId },
    }),
    lines: ['attempt.extended'],
  },
  {
    name: 'addTimeToExam',
    prepare: async (world) => ({ params: { testId: (await startOwnAttempt(world)).testId } }),
    lines: ['attempt.extended'],
  },
  { name: 'grantAttempt', lines: ['attempt.granted'] },
  {
    name: 'reopenAttempt',
    prepare: async (world) => ({
      params: { attemptId: (await finishOwnAttempt(world)).attemptId },
    }),
    lines: ['attempt.reopened'],
  },
  ...(['accepted', 'left-out'] as const).map((decision) => ({
    name: 'decideLateAnswers',
    when: decision,
    prepare: (world: MatrixWorld) => createLateAnswers(world, decision),
    lines: [`late-answers.${decision}` as const],
  })),
  ...outcomes.map((outcome) => ({
    name: 'decideIncidents',
    when: outcome,
    prepare: async (world: MatrixWorld) => ({
      body: { ...(await createIncident(world)), outcome, confirm: true },
    }),
    lines: [decisionLines[outcome]],
  })),
  ...(['no-consequence', 'kept', 'voided'] as const).map((outcome) => ({
    name: 'revertDecision',
    when: outcome,
    prepare: (world: MatrixWorld) => decide(world, outcome),
    lines: ['incident.taken-back' as const],
  })),
  {
    name: 'releaseResults',
    when: 'one email leaves',
    prepare: async (world) => ({ params: { testId: (await finishOwnAttempt(world)).testId } }),
    lines: ['results.released'],
  },
  {
    name: 'releaseResults',
    when: 'nobody is written to',
    prepare: async (world) => {
      const { json } = await call(world, 'createExam')
      const testId = (json.test as { _id: string })._id
      await call(world, 'updateExam', { params: { id: testId }, body: { released: true } })
      return { params: { testId } }
    },
    lines: ['results.released'],
  },
  {
    name: 'releaseResults',
    when: 'a second time',
    prepare: async (world) => {
      const { testId } = await finishOwnAttempt(world)
      await call(world, 'releaseResults', { params: { testId } })
      return { params: { testId } }
    },
    lines: [],
    because: 'it changes nothing',
  },
  {
    name: 'resendResult',
    prepare: async (world) => {
      const { testId, attemptId } = await finishOwnAttempt(world)
      await call(world, 'releaseResults', { params: { testId } })
      await world.app.deps.db.write((tx) =>
        tx
          .updateTable('mails')
          .set({ state: 'sent', sent_at: world.app.clock.at })
          .where('attempt_id', '=', attemptId)
          .execute(),
      )
      return { params: { attemptId } }
    },
    lines: ['result.resent'],
  },
  {
    name: 'unreleaseResults',
    prepare: async (world) => {
      const { testId } = await finishOwnAttempt(world)
      await call(world, 'releaseResults', { params: { testId } })
      return { params: { testId } }
    },
    lines: ['results.unreleased'],
  },
  {
    name: 'correctAnswerKey',
    prepare: async (world) => {
      const { testId } = await finishOwnAttempt(world)
      const { json } = await call(world, 'listItemAnalyses', { params: { testId } })
      const { items } = json as unknown as { items: { questionId: string; revisionId: string }[] }
      const { questionId, revisionId } = items[0] ?? { questionId: '', revisionId: '' }
      const body = { revisionId, questionId, key: 'everyone', why: 'It was wrong' }
      return { params: { testId }, body }
    },
    lines: ['answer-key.corrected'],
  },
]
