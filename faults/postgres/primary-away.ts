import { setTimeout as sleep } from 'node:timers/promises'
import { createCluster } from './debian-cluster.ts'
import { type CaseReport, Cleanup, type CycleOptions, type FaultCase } from './fault-case.ts'
import { createInstitute } from './institute.ts'
import { interruptInCycles } from './interrupted-database.ts'

type AwayOptions = CycleOptions & {
  /** The address of the primary alone. */
  readonly primaryUrl: string
  readonly stopPrimary: () => Promise<void>
  readonly startPrimary: () => Promise<void>
  readonly awayMs: number
  /** The promise: from the return of the primary to the first answer that each process saves. */
  readonly withinMs: number
}

/** The primary is stopped and started again, and its standby stays what it is. */
export function takePrimaryAway(options: AwayOptions): Promise<CaseReport> {
  const { primaryUrl, stopPrimary, startPrimary, awayMs, withinMs } = options
  return interruptInCycles({
    ...options,
    getQueryUrl: () => primaryUrl,
    async interrupt() {
      await stopPrimary()
      await sleep(awayMs)
      await startPrimary()
    },
    promise: { withinMs, probe: 'answer' },
    title: 'A primary that is away, with nothing promoted, under load',
    summary: `In each cycle the primary of two servers is stopped, stays away for ${awayMs / 1_000} s, and is started again. Its standby runs and is read-only all the time; \`DATABASE_URL\` names both.`,
  })
}

export const primaryAway: FaultCase = async ({ isLong, ...rest }) => {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.createFolder()
    const primary = await createCluster()
    cleanup.add(primary.remove)
    const seats = await createInstitute({ databaseUrl: primary.url, folder, students: 20 })
    const standby = await primary.addSynchronousStandby()
    cleanup.add(standby.remove)
    return await takePrimaryAway({
      databaseUrl: `postgres://postgres@${primary.host},${standby.host}/postgres?target_session_attrs=read-write`,
      folder,
      seats,
      cycles: isLong ? 10 : 2,
      awayMs: 4_000,
      withinMs: 5_000,
      ...rest,
      primaryUrl: primary.url,
      stopPrimary: () => primary.stop('immediate'),
      startPrimary: primary.start,
    })
  } finally {
    await cleanup.run()
  }
}
