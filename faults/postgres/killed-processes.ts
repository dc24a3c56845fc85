import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '#core/random.ts'
import type { Server } from '#test/server-process.ts'
import { startClass } from './class-process.ts'
import { createCluster } from './debian-cluster.ts'
import {
  type CaseReport,
  Cleanup,
  type CycleOptions,
  describeClass,
  describeTimes,
  type FaultCase,
} from './fault-case.ts'
import { createInstitute, startProcess } from './institute.ts'
import { findLostAnswers, finishAll } from './ledger.ts'

const names = ['one', 'two'] as const
/** In this share of the cycles both processes die at once. */
const shareOfBoth = 0.2

/** kill -9 of one process, or both, under load; each is started again at once on its port. */
export async function killInCycles(options: CycleOptions): Promise<CaseReport> {
  const { databaseUrl, folder, seats, seed, cycles, isStopped, print } = options
  const cleanup = new Cleanup()
  try {
    const start = (place: number, port?: number) =>
      startProcess({ databaseUrl, folder, name: names[place] ?? '', ...(port && { port }) })
    const servers: Server[] = await Promise.all(names.map((_, place) => start(place)))
    cleanup.add(() => Promise.all(servers.map((server) => server.kill())))
    const urls = servers.map(({ url }) => url)
    const students = await startClass({ urls, seats, seed, maxThinkMs: 60 })
    cleanup.add(students.kill)
    const random = createSeededRandom(seed)
    const broken: string[] = []
    const restartMs: number[] = []
    let done = 0
    students.begin()
    for (; done < cycles && !isStopped(); done++) {
      await sleep(200 + random() * 600)
      const isForBoth = random() < shareOfBoth
      const first = random() < 0.5 ? 0 : 1
      const killedAt = performance.now()
      await Promise.all(
        (isForBoth ? [0, 1] : [first]).map(async (place) => {
          await servers[place]?.kill()
          servers[place] = await start(place, Number(new URL(urls[place] ?? '').port))
          restartMs.push(performance.now() - killedAt)
        }),
      )
      const { ledger } = await students.report()
      const lost = await findLostAnswers(databaseUrl, ledger)
      broken.push(...lost.map((entry) => `cycle ${done + 1} lost ${JSON.stringify(entry)}`))
      if ((done + 1) % 20 === 0) print(`${done + 1} of ${cycles} cycles, ${broken.length} broken`)
    }
    const report = await students.end()
    const { failures, ledger } = report
    broken.push(...failures)
    broken.push(...(await finishAll(databaseUrl, { url: urls[0] ?? '', seats, ledger })))
    return {
      title: 'kill -9 of processes on PostgreSQL, under load',
      summary: `Two processes serve ${seats.length} students who answer almost without a pause. In each cycle one of the two, and in a fifth of the cycles both, gets kill -9 at a random moment and is started again. After each cycle every acknowledged answer is looked up in the database; at the end all attempts are finished, and their scores compared with their answers.`,
      planned: cycles,
      done,
      broken,
      figures: [
        `${done} cycles, ${restartMs.length} processes killed`,
        ...describeClass(report),
        describeTimes('from kill -9 until the process serves again, its start included', restartMs),
      ],
    }
  } finally {
    await cleanup.run()
  }
}

export const killedProcesses: FaultCase = async ({ isLong, ...rest }) => {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.createFolder()
    const cluster = await createCluster()
    cleanup.add(cluster.remove)
    const databaseUrl = cluster.url
    const seats = await createInstitute({ databaseUrl, folder, students: 16 })
    return await killInCycles({ databaseUrl, folder, seats, cycles: isLong ? 200 : 5, ...rest })
  } finally {
    await cleanup.run()
  }
}
