import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '#core/random.ts'
import { createCluster } from './debian-cluster.ts'
import { type CaseReport, Cleanup, type FaultCase } from './fault-case.ts'
import { createInstitute } from './institute.ts'
import { interruptInCycles } from './interrupted-database.ts'

/** PostgreSQL is stopped as by a crash under load, stays away for a while, and is started again. */
export const restartedDatabase: FaultCase = async ({ isLong, seed, ...rest }) => {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.createFolder()
    const cluster = await createCluster()
    cleanup.add(cluster.remove)
    const databaseUrl = cluster.url
    const seats = await createInstitute({ databaseUrl, folder, students: 16 })
    const random = createSeededRandom(seed)
    const report: CaseReport = await interruptInCycles({
      databaseUrl,
      folder,
      seats,
      seed,
      cycles: isLong ? 20 : 3,
      ...rest,
      getQueryUrl: () => databaseUrl,
      async interrupt() {
        await cluster.stop('immediate')
        await sleep(random() * 4_000)
        await cluster.start()
      },
      title: 'PostgreSQL stopped with -m immediate, under load',
      summary: `In each cycle PostgreSQL is stopped with \`pg_ctl -m immediate\`, which is a crash, stays away for 0 to 4 s, and recovers.`,
    })
    return report
  } finally {
    await cleanup.run()
  }
}
