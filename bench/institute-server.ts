import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { claimFolder } from '#server/database/one-instance.ts'
import { openDeps } from '#server/open-deps.ts'
import { readSettings } from '#server/settings.ts'
import { answerCpu, tellPort } from './child.ts'

/** The product over the institute that lies in DATA_DIR. */
const settings = readSettings({ DATA_DIR: process.env.DATA_DIR, RATE_LIMITS: 'off' })
if (!claimFolder(settings.DATA_DIR)) {
  throw new Error(`Another process is using the folder ${settings.DATA_DIR}.`)
}
const { deps } = await openDeps(settings, pino({ enabled: false }))
// A busy machine is late by itself, and the bench is to tell how late.
const app = await buildApp(deps, { longestDelayMs: 0 })
answerCpu()
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server.address())
