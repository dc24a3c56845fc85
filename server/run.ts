import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { type AccessLog, openAccessLog } from './access-log.ts'
import { buildApp } from './app.ts'
import { closeOverdue } from './attempts/close-overdue.ts'
import { readAuditHead } from './audit.ts'
import { formatHead } from './audit-chain.ts'
import { makeFirstAdmin } from './auth/first-admin.ts'
import { answerPasswordRequests } from './auth/forgot-password.ts'
import { sweepSessions } from './auth/session-store.ts'
import { endLetIns } from './auth/slowed-logins.ts'
import { claimFolder } from './database/one-instance.ts'
import type { Deps } from './deps.ts'
import { keepRetention } from './keep-retention.ts'
import { openDeps } from './open-deps.ts'
import { readSettings, type Settings } from './settings.ts'
import { spareMemory } from './spare-memory.ts'

const log = pino({ level: 'warn', redact: ['req.headers.cookie', 'password', 'email', 'phone'] })
const drainMs = 10_000
const hangUpEveryMs = 50

/** Opens everything, listens, and closes in order when told to stop. */
export async function run() {
  try {
    await open(readSettings(process.env))
  } catch (error) {
    console.error(`Could not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

async function open(settings: Settings) {
  const { DATA_DIR: dataDir } = settings
  const letGo = settings.DATABASE_URL ? () => {} : claimFolder(dataDir)
  if (!letGo) throw new Error(`Another process is using the folder ${dataDir}.`)

  const opened = await openDeps(settings, log)
  const { deps } = opened
  const accessLog = await beginAccessLog(settings, deps)
  const app = await buildApp(deps, {
    trustProxy: settings.TRUST_PROXY,
    publicUrl: settings.hasPublicUrl ? settings.PUBLIC_URL : undefined,
    accessLog,
    webFolder: join(import.meta.dirname, '../build/client'),
  })
  const hangUp = hangUpOnIdle(app.server)
  await closeOverdue(deps)
  const stopSweeping = sweepEvery(deps, accessLog)
  if (settings.METRICS_PORT) {
    const { serveMetrics } = await import('./metrics.ts')
    serveMetrics(app, settings.METRICS_PORT)
  }
  const firstAdmin = await makeFirstAdmin(deps, settings)
  await app.listen({ port: settings.PORT, host: settings.HOST })
  console.log(`Listening on http://${settings.HOST}:${settings.PORT}`)
  if (firstAdmin) console.log(firstAdmin)
  await logAuditHead(deps)
  void keepRetention(deps).then(spareMemory)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), drainMs).unref()
    stopSweeping()
    hangUp()
    await app.close()
    await accessLog?.close()
    await opened.close()
    letGo()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Fastify hangs up once, on who is idle at that moment. Browsers also connect ahead of need, and a
 * connection that never spoke is busy to Node; others are idle only when their call is answered.
 */
function hangUpOnIdle(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    setInterval(() => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, hangUpEveryMs).unref()
}

async function beginAccessLog({ ACCESS_LOG_DAYS: keptDays, DATA_DIR }: Settings, deps: Deps) {
  if (keptDays === 0) return undefined
  const { now } = deps
  const accessLog = openAccessLog({ folder: join(DATA_DIR, 'logs'), keptDays, now, log })
  await accessLog.eraseOld()
  return accessLog
}

/** Kept with the log elsewhere, it tells later whether entries were cut off. */
async function logAuditHead({ db, log }: Deps) {
  const auditHead = formatHead(await readAuditHead(db.read))
  log.child({}, { level: 'info' }).info({ auditHead }, 'the newest entry of the audit log')
}

function sweepEvery(deps: Deps, accessLog: AccessLog | undefined): () => void {
  const sweeps = [
    ...(accessLog ? [{ every: 60 * 60_000, run: accessLog.eraseOld }] : []),
    { every: 5_000, run: () => closeOverdue(deps) },
    { every: 60_000, run: () => answerPasswordRequests(deps) },
    { every: 30_000, run: () => endLetIns(deps) },
    { every: 60 * 60_000, run: () => sweepSessions(deps) },
    { every: 24 * 60 * 60_000, run: () => keepRetention(deps) },
    { every: 24 * 60 * 60_000, run: () => logAuditHead(deps) },
  ]
  const timers = sweeps.map(({ every, run }) =>
    setInterval(() => run().catch((err) => log.error({ err }, 'a sweep failed')), every).unref(),
  )
  return () => timers.forEach(clearInterval)
}
