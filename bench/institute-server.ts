import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { answerCpuRequests, reportPort } from './child-server.ts'

/** The product with the institute in DATA_DIR, or with the one that was moved to DATABASE_URL. */
const { DATA_DIR, DATABASE_URL } = process.env
const config = readConfig({ DATA_DIR, DATABASE_URL, RATE_LIMITS: 'off' })
if (!acquireInstanceLock(config.DATA_DIR)) {
  throw new Error(`Another process is using the folder ${config.DATA_DIR}.`)
}
const { deps } = await createDeps(config, pino({ enabled: false }))
// No limit on the event loop's delay: the benchmark measures how late replies are.
const app = await buildApp(deps, { maxDelayMs: 0 })
answerCpuRequests()
await app.listen({ port: 0, host: '127.0.0.1' })
reportPort(app.server.address())
