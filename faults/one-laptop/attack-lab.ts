import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeededRandom } from '#core/random.ts'
import { startServer } from '#test/server-process.ts'
import { createBrowser } from '../browser.ts'
import type { Tally } from './attack.ts'
import { type Cohort, createCohort } from './cohort.ts'
import { type CohortReport, runCohort } from './run-cohort.ts'
import { startAttacker } from './start-attacker.ts'
import { type ResourceUse, watchServer } from './watch-server.ts'

export type AttackReport = CohortReport &
  ResourceUse & { readonly attack: string; readonly tally: Readonly<Record<string, number>> }

type LabOptions = { readonly classSize: number; readonly seed: number }
type AttackOptions = { readonly seconds: number; readonly answersEach: number }

const classAddress = '127.0.0.20'
/** How long the attack is under way before the class comes. */
const headStartShare = 1 / 10

export type AttackLab = Awaited<ReturnType<typeof createAttackLab>>

/** A real server with a class that logs in from the lab each week, and a laptop elsewhere. */
export async function createAttackLab({ classSize, seed }: LabOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'one-laptop-'))
  // What is spooled to the system's folder grows this one too, and is seen.
  const tempFolder = join(folder, 'tmp')
  mkdirSync(tempFolder)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const cohort = await createCohort(dataDir, classSize)
  const server = await startServer({ dataDir, env: { RATE_LIMITS: 'on', TMPDIR: tempFolder } })
  await logInEveryone(server.url, cohort)
  const { pid } = server.child
  if (!pid) throw new Error('The server has no process')
  let attackers = 0

  return {
    async attack(attack: string, { seconds, answersEach }: AttackOptions): Promise<AttackReport> {
      // An address each, so that what one attack used up is not spared by the next.
      const localAddress = `127.0.1.${++attackers}`
      const attacker = await startAttacker({
        ...{ attack, localAddress, seed, emails: cohort.emails },
        port: Number(new URL(server.url).port),
      })
      try {
        const stopWatching = watchServer(pid, folder)
        attacker.begin()
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * headStartShare))
        const report = await runCohort({
          ...{ url: server.url, cohort, localAddress: classAddress, answersEach },
          random: createSeededRandom(seed),
          seconds: seconds * (1 - headStartShare),
        })
        const tally: Tally = await attacker.end()
        return { attack, ...report, ...stopWatching(), tally }
      } finally {
        attacker.kill()
      }
    },
    async close() {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** So that the lab is a place from which each of these accounts has logged in before. */
async function logInEveryone(url: string, { emails, password }: Cohort) {
  for (const email of emails) {
    const browser = createBrowser({ url, localAddress: classAddress })
    const { status, text } = await browser.call('POST', '/api/auth/studentLogin', {
      email,
      password,
    })
    browser.close()
    if (status !== 200) throw new Error(`${email} could not log in before the attack: ${text}`)
  }
}
