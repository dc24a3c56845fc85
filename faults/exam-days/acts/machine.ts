import { followMachineClock, getExamClock } from '#contract/exam-clock.ts'
import { applyAction } from '#contract/live.ts'
import { listAttempts, listExamAttempts } from '#contract/results.ts'
import { undoMs } from '#core/live/actions.ts'
import type { Deps } from '#server/deps.ts'
import { applyRetention } from '#server/retention/apply-retention.ts'
import { comparePictures } from '../compare-pictures.ts'
import { expectSame } from '../finding.ts'
import { readInstitute } from '../read-institute.ts'
import { type Acts, minute } from './act.ts'

const day = 24 * 60 * minute
/** The time for which deleted records are kept is over. */
const retentionMs = 31 * day

/** A process that starts does not know when pages called, nor what they said of themselves. */
const forgottenAtRestart = ['version', 'state', 'since', 'waiting', 'counts', 'openIncidents']

export const machineActs: Acts = {
  'the server is restarted, or killed': {
    weight: 3,
    async run(institute, pick) {
      await institute.settle()
      const { json: clock } = await institute.staff.owner.call(getExamClock)
      const before = await readInstitute(institute)
      await institute.restart(pick.flag())
      const after = await readInstitute(institute)
      // With a clock that was set before, a start moves what runs.
      if (clock.state === 'agrees') comparePictures('A restart', before, after, forgottenAtRestart)
    },
  },
  'the server dies while an end waits for its undo': {
    weight: 2,
    async run(institute, pick) {
      const { teacher } = institute.staff
      const testId = pick.of(institute.tests) ?? ''
      const params = { testId }
      const ids = institute.started.filter((one) => one.testId === testId).map(({ id }) => id)
      if (ids.length === 0) return
      const body = { kind: 'end', reason: 'illness', attemptIds: pick.some(ids) } as const
      const { status, json } = await teacher.call(applyAction, { params, body })
      if (status !== 200) return
      await institute.restart(true)
      await institute.pass(undoMs + 1_000)
      const after = await teacher.call(listExamAttempts, { params })
      for (const { _id, status: state } of after.json)
        if (json.action.attemptIds.includes(_id))
          expectSame(`status of ${_id}, which was ended`, state, 'Completed')
    },
  },
  'the clock of the machine jumps': {
    weight: 2,
    async run(institute, pick) {
      institute.clocks.wallAt += (pick.nat(240) - 120) * minute
      await institute.runJobs()
    },
  },
  'the exam clock follows': {
    weight: 2,
    run: ({ staff }) => staff.owner.call(followMachineClock),
  },
  'time passes': {
    weight: 4,
    run: ({ pass }, pick) => pass(pick.nat(15) * minute),
  },
  'a month passes': {
    weight: 1,
    async run(institute) {
      const { owner } = institute.staff
      await institute.settle()
      const before = await owner.call(listAttempts)
      await institute.pass(retentionMs)
      await applyRetention(institute.app.deps)
      const left = await listDeletedRows(institute.app.deps, institute.now() - day)
      expectSame('rows that were deleted a month ago', left, [])
      const after = await owner.call(listAttempts)
      for (const row of before.json.filter(({ status }) => status === 'Completed')) {
        const kept = after.json.find(({ _id }) => _id === row._id)
        expectSame(`score of ${row._id} after a month`, kept?.score, row.score)
      }
    },
  },
}

/** Lists leave out what cannot be restored any more, so this looks at the rows. */
async function listDeletedRows({ db }: Deps, until: number): Promise<string[]> {
  const lists = (['students', 'exams', 'batches'] as const).map((table) =>
    db.read.selectFrom(table).select('id').where('deleted_at', '<', until).execute(),
  )
  return (await Promise.all(lists)).flat().map(({ id }) => id)
}
