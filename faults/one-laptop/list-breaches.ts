import { percentile } from '../percentile.ts'
import type { AttackReport } from './attack-lab.ts'

/** What one visitor may cost the others at most; the times hold for a machine with two free cores. */
export const bounds = { answerMs: 200, loginMs: 3_000, rssMb: 600, grownMb: 100 } as const

/** What was promised and not kept, a line each; whoever is locked out is among the failures. */
export function listBreaches(report: AttackReport, { withTimes }: { withTimes: boolean }) {
  const { failures, lostAnswers, rssMb, grownMb } = report
  const answerMs = percentile(report.answerMs, 99)
  const loginMs = percentile(report.loginMs, 99)
  return [
    ...failures,
    ...(lostAnswers > 0 ? [`${lostAnswers} acknowledged answers are gone`] : []),
    ...(rssMb > bounds.rssMb ? [`${rssMb} MB of memory`] : []),
    ...(grownMb > bounds.grownMb ? [`the folder grew by ${grownMb} MB`] : []),
    ...(withTimes && answerMs > bounds.answerMs ? [`answers p99 ${Math.round(answerMs)} ms`] : []),
    ...(withTimes && loginMs > bounds.loginMs ? [`logins p99 ${Math.round(loginMs)} ms`] : []),
  ]
}
