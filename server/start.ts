import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { NextBatches } from '#contract/next-batches.ts'
import { loadInstituteFile } from '../institute-folder.ts'
import { createFirstAdmin } from './accounts/create-first-admin.ts'
import { processPasswordRequests } from './accounts/request-one-time-password.ts'
import { endCookielessSessions, sweepSessions } from './accounts/sessions/sweep-sessions.ts'
import { endLetIns } from './accounts/slowed-logins/slowed-logins.ts'
import { buildApp } from './app.ts'
import { expireAttempts } from './attempts/expire-attempts.ts'
import { readAuditHead } from './audit-log/audit.ts'
import { formatHead } from './audit-log/audit-chain.ts'
import { type Config, readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { describeDatabase } from './database/describe-database.ts'
import { leaveOutFullDisk } from './database/disk-full.ts'
import { acquireInstanceLock, describeFolderInUse } from './database/instance-lock.ts'
import { createNewerVersionWatch } from './database/newer-version.ts'
import type { Deps } from './deps.ts'
import { createGauges } from './gauges.ts'
import { type AccessLog, openAccessLog } from './http/access-log.ts'
import { readBuiltAddress } from './http/built-address.ts'
import { startClock } from './incidents/exam-clock/start-clock.ts'
import { createClockWatch } from './incidents/exam-clock/watch-clock.ts'
import { applyDueActions, finishLeftActions } from './live/live-actions.ts'
import { ImagesUnavailableError } from './platform/images/image-files.ts'
import { reconcileRegisters } from './registers/reconcile-registers.ts'
import { reconcileSeats } from './registers/seat-students.ts'
import { createRetentionJob } from './retention/apply-retention.ts'
import { claimDataFolder, claimImages } from './retention/claim-institute.ts'
import { refuseForgottenMove } from './retention/forgotten-move.ts'
import { writeWindowEmails } from './window-emails/write-window-emails.ts'

const log = pino({
  level: 'warn',
  redact: ['req.headers.cookie', 'password', 'email', 'phone'],
  hooks: {
    logMethod(args, method) {
      leaveOutFullDisk(args, method.bind(this))
    },
  },
})
const drainMs = 10_000
const closeIdleEveryMs = 50
/**
 * Connections that wait to be accepted; Linux takes `net.core.somaxconn` at most. After a restart a
 * whole class connects within a second, and a connection beyond the queue is tried again only after
 * 1, 3 and 7 s.
 */
const maxQueuedConnections = 4_096

/** Opens everything, listens, and closes in order when told to stop. */
export async function start() {
  try {
    await startServer(readConfig(process.env))
  } catch (error) {
    console.error(`Could not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

async function startServer(config: Config) {
  const { DATA_DIR: dataDir } = config
  const releaseLock = config.DATABASE_URL ? () => {} : acquireInstanceLock(dataDir)
  if (!releaseLock) throw new Error(describeFolderInUse(dataDir))

  const created = await createDeps(config, log, { print: console.log })
  const { deps } = created
  warnOfOtherAddress(config)
  const { engine, place } = describeDatabase(config)
  console.log(`${engine}, ${deps.db.isNew ? 'a new institute' : 'the institute'} in ${place}`)
  if (config.DATABASE_URL) await refuseForgottenMove({ db: deps.db.read, dataDir, place })
  await claimPlaces(deps, dataDir)
  await startClock(deps)
  const accessLog = await startAccessLog(config, deps)
  const { batches } = await loadInstituteFile('batches.ts', NextBatches)
  const app = await buildApp(deps, {
    trustProxy: config.TRUST_PROXY,
    publicUrl: config.hasPublicUrl ? config.PUBLIC_URL : undefined,
    accessLog,
    batches,
    webFolder: join(import.meta.dirname, '../build/client'),
  })
  const stopKeepAlive = watchIdleConnections(app.server)
  await expireAttempts(deps)
  const applyRetention = createRetentionJob(deps)
  void finishLeftActions(deps).catch((err) => log.error({ err }, 'an action is left half done'))
  const stopJobs = scheduleJobs(deps, { accessLog, applyRetention })
  if (config.METRICS_PORT) {
    const { serveMetrics } = await import('./platform/metrics.ts')
    serveMetrics(app, { port: config.METRICS_PORT, gauges: createGauges(deps, app) })
  }
  const firstAdmin = await createFirstAdmin(deps, config)
  await app.listen({ port: config.PORT, host: config.HOST, backlog: maxQueuedConnections })
  console.log(`Listening on http://${config.HOST}:${config.PORT}`)
  if (firstAdmin) console.log(firstAdmin)
  await logAuditHead(deps)
  void applyRetention().then(collectStartupGarbage)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), drainMs).unref()
    stopJobs()
    stopKeepAlive()
    await app.close()
    await accessLog?.close()
    await created.close()
    releaseLock()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function warnOfOtherAddress({ hasPublicUrl, PUBLIC_URL }: Config) {
  const builtFor = readBuiltAddress(join(import.meta.dirname, '../build'))
  if (!hasPublicUrl || builtFor === null || builtFor === PUBLIC_URL) return
  console.log(
    `The pages were built for ${builtFor}, and their canonical links say so: run PUBLIC_URL=${PUBLIC_URL} npm run build`,
  )
}

/** A bucket that is out of reach does not hold up a start; the retention job looks again. */
async function claimPlaces(deps: Deps, dataDir: string) {
  await claimDataFolder(deps, dataDir)
  await claimImages(deps).catch((error: unknown) => {
    if (!(error instanceof ImagesUnavailableError)) throw error
  })
}

/**
 * Fastify hangs up once, on who is idle at that moment. Browsers also connect ahead of need, and a
 * connection that never spoke is busy to Node; others are idle only when their call is answered.
 */
function watchIdleConnections(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    setInterval(() => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, closeIdleEveryMs).unref()
}

async function startAccessLog({ ACCESS_LOG_DAYS: keptDays, DATA_DIR }: Config, deps: Deps) {
  if (keptDays === 0) return undefined
  const { now } = deps
  const accessLog = openAccessLog({ folder: join(DATA_DIR, 'logs'), keptDays, now, log })
  await accessLog.eraseOld()
  return accessLog
}

/** Kept elsewhere with the log, it shows later whether entries were removed. */
async function logAuditHead({ db, log }: Deps) {
  const auditHead = formatHead(await readAuditHead(db.read))
  log.child({}, { level: 'info' }).info({ auditHead }, 'the newest entry of the audit log')
}

type OtherJobs = {
  readonly accessLog: AccessLog | undefined
  readonly applyRetention: () => Promise<void>
}

function scheduleJobs(deps: Deps, { accessLog, applyRetention }: OtherJobs): () => void {
  const jobs = [
    ...(accessLog ? [{ everyMs: 60 * 60_000, runJob: accessLog.eraseOld }] : []),
    { everyMs: 1_000, runJob: deps.heartbeat.beat },
    { everyMs: 1_000, runJob: createClockWatch(deps) },
    { everyMs: 5_000, runJob: () => expireAttempts(deps) },
    { everyMs: 1_000, runJob: () => applyDueActions(deps) },
    { everyMs: 60_000, runJob: () => processPasswordRequests(deps) },
    { everyMs: 60_000, runJob: () => reconcileRegisters(deps) },
    { everyMs: 60_000, runJob: () => reconcileSeats(deps) },
    { everyMs: 30_000, runJob: () => writeWindowEmails(deps) },
    { everyMs: 60_000, runJob: createNewerVersionWatch(deps) },
    { everyMs: 30_000, runJob: () => endLetIns(deps) },
    { everyMs: 60 * 60_000, runJob: () => sweepSessions(deps) },
    { everyMs: 15_000, runJob: () => endCookielessSessions(deps) },
    { everyMs: 10 * 60_000, runJob: applyRetention },
    { everyMs: 24 * 60 * 60_000, runJob: () => logAuditHead(deps) },
  ]
  const timers = jobs.map(({ everyMs, runJob }) =>
    setInterval(
      () => runJob().catch((err) => log.error({ err }, 'a sweep failed')),
      everyMs,
    ).unref(),
  )
  return () => timers.forEach(clearInterval)
}

/**
 * Starting leaves some 30 MB of garbage, which V8 would keep for as long as nothing happens.
 * Collected a second after the start, an idle server takes 124 MB instead of 158.
 */
function collectStartupGarbage() {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', flavor: 'last-resort' })
  }, 1_000).unref()
}
