import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeQuantile } from '#simulated-class/quantile.ts'
import { createCluster } from '../postgres/debian-cluster.ts'
import { describeRun, writeReportFile } from '../report.ts'
import { type PauseReport, runPause } from './run-pause.ts'

type ReportOptions = {
  readonly isLong: boolean
  readonly seed: number
  readonly runs?: number | undefined
  /** `sqlite`, `postgres`; both if empty. */
  readonly names: readonly string[]
}

const engines = ['sqlite', 'postgres'] as const
type Engine = (typeof engines)[number]
const students = 60
const pauseMs = 7 * 60_000
const usualPollSeconds = 8.5
const promisedCoverMs = 10_000

/** Resolves with whether every promise was kept, and writes a report of the long run. */
export async function reportPauses(options: ReportOptions): Promise<boolean> {
  const { isLong, seed, names } = options
  const commit = describeRun()
  const chosen = engines.filter((engine) => names.length === 0 || names.includes(engine))
  const lines: string[] = []
  let isWhole = true
  for (const engine of chosen) {
    for (let run = 0; run < (options.runs ?? 1); run++) {
      const report = await runOnEngine(engine, { isLong, seed: seed + run })
      const late = report.coveredMs.filter((ms) => ms > promisedCoverMs).length
      if (late > 0 || report.broken.length > 0) isWhole = false
      lines.push(describe(`${engine}, seed ${seed + run}`, report, late))
      console.log(lines.at(-1))
    }
  }
  if (isLong) {
    const markdown = `# Killed while a class is paused

${students} students are paused for ${pauseMs / 60_000} minutes, and ask for their clocks as pages do. In
the pause the only server gets kill -9, in the moment in which minutes are added for all, and is
started again. Three in ten devices have no net from before the pause until after the restart. The
students' process keeps what was acknowledged and compares it with the database: every answer is
there, no paper is uncovered before the pause ends, every deadline has moved by the pause and by the
minutes once. One end was pressed before the kill and is carried out once; one was undone after it.
${commit}, ${availableParallelism()} cores for all.

${lines.join('\n')}

Run it again: \`npm run faults -- pause --long --seed ${seed}\`
`
    console.log(writeReportFile('pause', markdown))
  }
  return isWhole
}

async function runOnEngine(
  engine: Engine,
  { isLong, seed }: { readonly isLong: boolean; readonly seed: number },
): Promise<PauseReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'))
  const cluster = engine === 'postgres' ? await createCluster() : null
  const size = isLong
    ? { students, pauseMs, pollSeconds: usualPollSeconds }
    : { students: 12, pauseMs: 4_000, pollSeconds: 1 }
  try {
    return await runPause({
      folder,
      seed,
      ...size,
      waitsForEnd: true,
      ...(cluster && {
        postgres: { url: cluster.url, schema: 'public', schemaUrl: cluster.url },
      }),
    })
  } finally {
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function describe(name: string, report: PauseReport, late: number): string {
  const { answers, coveredMs, offMs, downMs, broken } = report
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const spread = [50, 99, 100].map((percent) => seconds(computeQuantile(coveredMs, percent)))
  const off = Math.max(...offMs.map(Math.abs))
  return [
    `- ${name}: ${answers} answers acknowledged; away for ${seconds(downMs)}; covered after p50`,
    `  ${spread[0]}, p99 ${spread[1]}, at most ${spread[2]}, later than ${seconds(promisedCoverMs)}: ${late};`,
    `  ${offMs.length} deadlines off by at most ${off} ms; broken promises: ${broken.length}.`,
    ...broken.slice(0, 10).map((line) => `  - ${line}`),
  ].join('\n')
}
