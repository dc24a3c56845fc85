import { type Cluster, createCluster } from './debian-cluster.ts'
import { Cleanup, type FaultCase } from './fault-case.ts'
import { createInstitute } from './institute.ts'
import { interruptInCycles } from './interrupted-database.ts'

/**
 * The primary is killed under load, its synchronous standby promoted, and the processes find it; a
 * new standby then takes the place of the dead one.
 */
export const failOver: FaultCase = async ({ isLong, ...rest }) => {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.createFolder()
    let primary: Cluster = await createCluster()
    cleanup.add(() => primary.remove())
    const seats = await createInstitute({ databaseUrl: primary.url, folder, students: 16 })
    let standby = await primary.addSynchronousStandby()
    cleanup.add(() => standby.remove())
    const hosts = `${primary.host},${standby.host}`
    return await interruptInCycles({
      databaseUrl: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
      folder,
      seats,
      cycles: isLong ? 10 : 2,
      ...rest,
      getQueryUrl: () => primary.url,
      async interrupt() {
        const dead = primary
        dead.kill()
        await standby.promote()
        primary = standby
        standby = dead
      },
      async restore() {
        const { port } = standby
        await standby.remove()
        standby = await primary.addSynchronousStandby(port)
      },
      title: 'Fail-over to a synchronous standby, under load',
      summary: `In each cycle all processes of the primary get kill -9 at once, and its standby (\`synchronous_standby_names = '*'\`) is promoted. \`DATABASE_URL\` names both. Then the dead one is made a standby anew by pg_basebackup, and the two change their parts.`,
    })
  } finally {
    await cleanup.run()
  }
}
