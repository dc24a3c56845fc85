import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom, deriveSeed } from '#core/random.ts'
import { startClass } from './class-process.ts'
import { noRetryAfter } from './class-report.ts'
import {
  type CaseReport,
  Cleanup,
  type CycleOptions,
  describeClass,
  describeTimes,
} from './fault-case.ts'
import { answerAnew, askForClock, hasEnded, startProbing, startProcess } from './institute.ts'
import { findLostAnswers, finishAll } from './ledger.ts'

type InterruptOptions = CycleOptions &
  Pick<CaseReport, 'title' | 'summary'> & {
    /** Takes the database away; resolves as soon as it, or another one, takes writes again. */
    readonly interrupt: () => Promise<void>
    /** Repairs that a cycle leaves for the time before the next one. */
    readonly restore?: () => Promise<void>
    /** The address of the database now. */
    readonly getQueryUrl: () => string
    readonly promise?: ReturnPromise
  }

type ReturnPromise = {
  /** From the moment at which the database takes writes again. */
  readonly withinMs: number
  /** The call that has to succeed by then, at each process. */
  readonly probe: 'clock' | 'answer'
}

const names = ['one', 'two'] as const
const usualPromise: ReturnPromise = { withinMs: 2_000, probe: 'clock' }

/** Two processes and a class go on while the database goes away again and again. */
export async function interruptInCycles(options: InterruptOptions): Promise<CaseReport> {
  const { databaseUrl, folder, seats, seed, cycles, isStopped, print, title } = options
  const { withinMs, probe } = options.promise ?? usualPromise
  const cleanup = new Cleanup()
  try {
    const servers = await Promise.all(
      names.map((name) => startProcess({ databaseUrl, folder, name })),
    )
    cleanup.add(() => Promise.all(servers.map((server) => server.kill())))
    const urls = servers.map(({ url }) => url)
    const students = await startClass({ urls, seats, seed, maxThinkMs: 60 })
    cleanup.add(students.kill)
    const [watched] = seats
    if (!watched) throw new Error('Nobody sits the exam')
    const createProbe = probe === 'clock' ? askForClock : answerAnew
    const probings = urls.map((url) => startProbing(url, () => createProbe(watched)))
    cleanup.add(() => Promise.all(probings.map((probing) => probing.end())))
    const random = createSeededRandom(deriveSeed(seed, 0))
    const broken: string[] = []
    const returnMs: number[] = []
    let done = 0
    students.begin()
    for (; done < cycles && !isStopped(); done++) {
      await sleep(1_000 + random() * 2_000)
      await options.interrupt()
      const since = Date.now()
      const returns = await Promise.all(probings.map((probing) => probing.measureReturn(since)))
      returnMs.push(...returns)
      if (Math.max(...returns) > withinMs)
        broken.push(`cycle ${done + 1}: back after ${returns.join(' and ')} ms`)
      if (servers.some(hasEnded)) broken.push(`cycle ${done + 1}: a process has ended`)
      const { ledger } = await students.report()
      const lost = await findLostAnswers(options.getQueryUrl(), ledger)
      broken.push(...lost.map((entry) => `cycle ${done + 1} lost ${JSON.stringify(entry)}`))
      await options.restore?.()
      print(`${done + 1} of ${cycles} cycles, ${broken.length} broken`)
    }
    const report = await students.end()
    const { failures, ledger, tally } = report
    broken.push(...failures)
    if (tally[noRetryAfter]) broken.push(`${tally[noRetryAfter]} times ${noRetryAfter}`)
    await Promise.all(probings.map((probing) => probing.end()))
    const finished = { url: urls[0] ?? '', seats, ledger }
    broken.push(...(await finishAll(options.getQueryUrl(), finished)))
    const summaries = probings.map((probing) => probing.summarize())
    const odd = summaries.flatMap((one) => one.odd)
    broken.push(...odd.slice(0, 5).map((probe) => `a call got ${JSON.stringify(probe)}`))
    const counts = summaries.map(({ counts }) =>
      [...counts].map(([status, times]) => `${status} × ${times}`).join(', '),
    )
    return {
      title,
      summary: `${options.summary} Two processes serve ${seats.length} students who answer almost without a pause; ${probe === 'clock' ? 'both processes are asked for a clock' : 'one more answer is sent to each process'} every 50 ms. The processes must stay up, answer 503 with Retry-After while the database is away, and be back within ${withinMs / 1000} s of it; every acknowledged answer must be there.`,
      planned: cycles,
      done,
      broken,
      figures: [
        ...describeClass(report),
        `${done} cycles; ${servers.filter(hasEnded).length} processes ended`,
        describeTimes('from the return of the database to the first reply of a process', returnMs),
        `calls every 50 ms: ${counts.join('; ')}`,
      ],
    }
  } finally {
    await cleanup.run()
  }
}
