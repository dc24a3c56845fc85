import { setTimeout as pause } from 'node:timers/promises'
import {
  computeQuantiles,
  getQuantile,
  type Quantiles,
  roundFigure,
} from '#simulated-class/quantile.ts'
import { startServer } from '#test/server-process.ts'
import { launchServer } from './child-server.ts'
import { closeAfter } from './close-after.ts'
import { readCpuSeconds, readRssMb } from './exam-day/process-usage.ts'
import { openLargeInstitute } from './large-institute.ts'
import type { SetUp } from './set-up.ts'

const starts = 10
const pollEveryMs = 5
/** By then an idle server has returned the memory that starting took. */
const idleAfterMs = 4_000

type StartFigures = Quantiles & { readonly cpuSeconds: number; readonly rssMb: number }

export type ColdStartFigures = {
  /** From the start of the process to the first answer, each time after kill -9. */
  readonly server: StartFigures
  readonly echo: StartFigures
}

/** With the institute of 10,000 students and 100,000 attempts, in files that the system has cached. */
export async function benchColdStart({ engine }: SetUp): Promise<ColdStartFigures> {
  return closeAfter(async (stack) => {
    const institute = await openLargeInstitute(engine)
    stack.defer(() => institute.close())
    const { DATA_DIR: dataDir, ...database } = institute.environment
    // As in production: only specs keep what was compiled.
    const env = { ...database, NODE_DISABLE_COMPILE_CACHE: '1' }
    const startProduct = async () => {
      const { child, kill } = await startServer({ dataDir, env, pollEveryMs })
      return { pid: child.pid as number, stop: kill }
    }
    const figures = {
      echo: await measureStarts(() => launchServer('echo.ts')),
      server: await measureStarts(startProduct),
    }
    for (const [name, one] of Object.entries(figures)) {
      console.log(
        `  ${name.padEnd(7)} p50 ${getQuantile(one, 50)} ms, most ${getQuantile(one, 100)} ms, ${one.cpuSeconds} CPU seconds, idle ${one.rssMb} MB`,
      )
    }
    return figures
  })
}

type Started = { readonly pid: number; stop(): Promise<void> }

/** The first start may have to migrate, and is not counted. */
async function measureStarts(start: () => Promise<Started>): Promise<StartFigures> {
  await (await start()).stop()
  const times: number[] = []
  let cpuSeconds = 0
  let rssMb = 0
  for (let n = 0; n < starts; n++) {
    const startedAt = performance.now()
    const { pid, stop } = await start()
    times.push(performance.now() - startedAt)
    cpuSeconds += readCpuSeconds(pid) / starts
    if (n === starts - 1) {
      await pause(idleAfterMs)
      rssMb = readRssMb(pid)
    }
    await stop()
  }
  return { ...computeQuantiles(times), cpuSeconds: roundFigure(cpuSeconds), rssMb }
}
