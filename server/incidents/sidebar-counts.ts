import { getExamDay } from '#contract/exam-day.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { listExamsWithRunningAttempts } from '../live/live-queries.ts'
import { reverted } from './decision-queries.ts'
import { countIncidentGroups } from './list-incidents.ts'

export function sidebarCountRoutes(bind: BindEndpoint, deps: Deps) {
  const countOpenIncidents = createOpenIncidentCount(deps)
  bind(getExamDay, async () => {
    const running = await listExamsWithRunningAttempts(deps.db.read)
    return { runningTests: running.length, openIncidents: await countOpenIncidents() }
  })
}

const keptMs = 30_000
/** However much there is to read, it takes no more than a hundredth of the time. */
const restFactor = 100

type Counted = {
  readonly at: number
  readonly decisions: string
  readonly open: Promise<number>
  keptMs: number
}

/** Reads the events of a week, so what was counted is kept for a while, or until somebody decides. */
function createOpenIncidentCount(deps: Deps): () => Promise<number> {
  let last: Counted | null = null
  return async () => {
    const decisions = await readDecisions(deps.db.read)
    const at = deps.clock.machine.getMonotonicMs()
    if (last && last.decisions === decisions && at - last.at < last.keptMs) return last.open

    const startedAt = performance.now()
    const open = countIncidentGroups(deps, {}).then((count) => count.open)
    const counted: Counted = { at, decisions, open, keptMs }
    last = counted
    try {
      return await open
    } catch (error) {
      if (last === counted) last = null
      throw error
    } finally {
      counted.keptMs = Math.max(keptMs, (performance.now() - startedAt) * restFactor)
    }
  }
}

/** Another text after each decision, and after each that was taken back; in any process. */
async function readDecisions(db: Db): Promise<string> {
  const { count, newest } = await db
    .selectFrom('incident_decisions')
    .where('outcome', '!=', reverted)
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('decided_at').as('newest')])
    .executeTakeFirstOrThrow()
  return `${count} ${newest}`
}
