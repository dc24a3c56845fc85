import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { AdminListsFigures } from './admin-lists.ts'
import type { ColdStartFigures } from './cold-start.ts'
import type { ExamDayFigures } from './exam-day/figures.ts'
import type { SetUp } from './set-up.ts'
import type { SubmitAnswerFigures } from './submit-answer.ts'

/** One run of a bench as it is stored, with everything that is needed to repeat it. */
type Run<Bench extends string, Figures> = {
  readonly bench: Bench
  readonly command: string
  readonly commit: string
  /** Its end, as ISO 8601 in UTC. */
  readonly at: string
  /** How long it took, with all that had to be set up. */
  readonly seconds: number
  readonly machine: string
  readonly setUp: SetUp
  readonly figures: Figures
}

export type Result =
  | Run<'submit-answer', SubmitAnswerFigures>
  | Run<'exam-day', ExamDayFigures>
  | Run<'admin-lists', AdminListsFigures>
  | Run<'cold-start', ColdStartFigures>

export const keptResults = join(import.meta.dirname, 'results')

/** A later run of the same thing replaces it. @returns the path of the file */
export function saveResult(folder: string, result: Result): string {
  const path = join(folder, `${toName(result)}.json`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `${JSON.stringify(result)}\n`)
  return path
}

export function readResults(folder: string): Result[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

/** Also names its plots. */
export function toName({ bench, setUp, figures }: Result): string {
  const size = 'plan' in figures ? [String(figures.plan.students)] : []
  const processes = setUp.processes > 1 ? [String(setUp.processes)] : []
  return [bench, ...size, setUp.engine, ...processes].join('-')
}

export function describeMachine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GiB of memory, ${platform()} ${release()}, Node ${process.versions.node}`
}
