import { decideIncidents, listIncidents, revertDecision } from '#contract/incidents.ts'
import { decideLateAnswers, listLateAnswers } from '#contract/late-answers.ts'
import { applyAction, undoLiveAction } from '#contract/live.ts'
import * as proctoring from '#contract/proctoring.ts'
import { listExamAttempts } from '#contract/results.ts'
import { actionKinds, actionReasonNames } from '#core/live/actions.ts'
import { outcomes } from '#core/proctoring/incident-outcomes.ts'
import { expectSame } from '../finding.ts'
import { type Acts, minute, why } from './act.ts'

export const invigilatorActs: Acts = {
  'acts on the live screen': {
    weight: 9,
    async run(institute, pick) {
      const testId = pick.of(institute.tests)
      if (!testId) return
      const ofTest = institute.started.filter((one) => one.testId === testId)
      const kind = pick.of(actionKinds) ?? 'pause'
      const chosen = pick.some(ofTest).map(({ id }) => id)
      const isForAll = kind !== 'reopen' && pick.nat(3) === 3
      if (!isForAll && chosen.length === 0) return
      const reason = pick.of(actionReasonNames) ?? 'noise'
      const body = {
        kind,
        reason,
        ...(reason === 'other' && { reasonText: 'A drill' }),
        ...(!isForAll && { attemptIds: chosen }),
        ...((kind === 'add-minutes' || kind === 'reopen') && { minutes: 1 + pick.nat(9) }),
        ...((kind === 'message' || pick.flag()) && { message: 'Please stay seated.' }),
        ...(pick.flag() && { _id: `action-${String(institute.count()).padStart(12, '0')}` }),
      }
      const params = { testId }
      const { status, json } = await institute.staff.teacher.call(applyAction, { params, body })
      if (status === 200) institute.actions.push(json.action._id)
    },
  },
  'pauses attempts for a while': {
    weight: 3,
    async run(institute, pick) {
      const testId = pick.of(institute.tests)
      const { teacher } = institute.staff
      const act = async (kind: 'pause' | 'resume') => {
        const body = { kind, reason: 'noise' as const }
        await teacher.call(applyAction, { params: { testId: testId ?? '' }, body })
      }
      const readLeft = async () => {
        const params = { testId: testId ?? '' }
        const { json, status } = await teacher.call(listExamAttempts, { params })
        if (status !== 200) return []
        return json.map(({ _id, paused, secondsLeft }) => ({ _id, paused, secondsLeft }))
      }
      if (!testId || !institute.started.some((one) => one.testId === testId)) return
      const before = await readLeft()
      await act('pause')
      await institute.pass(pick.nat(20) * minute)
      await act('resume')
      for (const { _id, paused, secondsLeft } of await readLeft()) {
        const known = before.find((row) => row._id === _id)
        // One that was paused before goes on, too, and one that is reopened in the pause had ended.
        if (known && known.secondsLeft !== null && !known.paused && !paused)
          expectSame(`time left of ${_id} after a pause`, secondsLeft, known.secondsLeft)
      }
    },
  },
  'undoes an action': {
    weight: 4,
    async run({ actions, staff }, pick) {
      const actionId = pick.of(actions.slice(-2))
      if (actionId) await staff.owner.call(undoLiveAction, { params: { actionId } })
    },
  },
  'adds time': {
    weight: 3,
    async run({ started, tests, staff }, pick) {
      const body = { minutes: 1 + pick.nat(14), why }
      const attempt = pick.of(started.slice(-5))
      const testId = pick.of(tests)
      if (pick.flag() && attempt)
        return staff.teacher.call(proctoring.addTime, { params: { attemptId: attempt.id }, body })
      if (testId) return staff.owner.call(proctoring.addTimeToExam, { params: { testId }, body })
    },
  },
  'reopens an attempt': {
    weight: 4,
    async run({ started, staff }, pick) {
      const attempt = pick.of(started)
      if (!attempt) return
      const body = { why, ...(pick.flag() && { minutes: 1 + pick.nat(9) }) }
      await staff.teacher.call(proctoring.reopenAttempt, {
        params: { attemptId: attempt.id },
        body,
      })
    },
  },
  'allows another attempt': {
    weight: 2,
    async run({ students, tests, staff }, pick) {
      const [student, testId] = [pick.of(students), pick.of(tests)]
      if (!student || !testId) return
      const body = { studentId: student.id, why }
      await staff.teacher.call(proctoring.grantAttempt, { params: { testId }, body })
    },
  },
  'decides about incidents': {
    weight: 5,
    async run(institute, pick) {
      const { owner } = institute.staff
      const { json } = await owner.call(listIncidents, { query: { state: 'open' } })
      const group = pick.of(json)
      if (!group) return
      const decisionId = `decision-${institute.count()}`
      const chosen = pick.some(group.members).map(({ _id, attemptId }) => ({ _id, attemptId }))
      const body = {
        decisionId,
        ...(pick.flag() && { groupId: group._id }),
        incidents: chosen,
        outcome: pick.of(outcomes) ?? 'kept',
        why,
      }
      const { status } = await owner.call(decideIncidents, { body })
      if (status === 200) institute.decisions.push(decisionId)
    },
  },
  'takes a decision back': {
    weight: 2,
    async run({ decisions, staff }, pick) {
      const decisionId = pick.of(decisions.slice(-3))
      if (decisionId) await staff.owner.call(revertDecision, { body: { decisionId, why } })
    },
  },
  'decides about late answers': {
    weight: 5,
    async run({ started, staff }, pick) {
      for (const { id: attemptId } of started.slice(-8)) {
        const late = await staff.teacher.call(listLateAnswers, { params: { attemptId } })
        const waiting =
          late.status === 200 ? late.json.answers.filter((one) => one.decision === null) : []
        if (waiting.length === 0) continue
        const answers = waiting.map(({ questionId, sequence }) => ({ questionId, sequence }))
        const decision = pick.nat(2) > 0 ? 'accepted' : 'left-out'
        const body = { decision, why, answers } as const
        const params = { attemptId }
        const decided = await staff.teacher.call(decideLateAnswers, { params, body })
        const { scoreIfAccepted, scoreIfLeftOut } = late.json
        const expected = decision === 'accepted' ? scoreIfAccepted : scoreIfLeftOut
        if (decided.status === 200)
          expectSame(`score of ${attemptId} after late answers`, decided.json.score, expected)
        return
      }
    },
  },
}
