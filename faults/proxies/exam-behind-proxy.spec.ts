import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createLedger } from '#simulated-class/ledger.ts'
import { createCertificate } from '#test/certificate.ts'
import { findFreePort, type StartedAttempt } from '#test/server-process.ts'
import { createInstitute } from '../started-class.ts'
import { configureProxy, isInstalled, proxies } from './proxies.ts'

const students = 20
const answersEach = 20

it.for(proxies)(
  '400 of 400 answers arrive through $name, although it and the server are killed halfway',
  {
    timeout: 120_000,
  },
  async (proxy) => {
    // CI installs them; elsewhere a missing one is no fault of ours.
    if (!isInstalled(proxy)) return
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const institute = await createInstitute({ folder, students })
    const options = { port: await findFreePort(), env: { TRUST_PROXY: '127.0.0.1' } }
    let server = await institute.start(options)
    const certificate = createCertificate(folder)
    const tlsPort = await findFreePort()
    const start = await configureProxy(proxy, {
      folder: join(folder, 'proxy'),
      plainPort: await findFreePort(),
      tlsPort,
      serverPort: options.port,
      ...certificate,
    })
    let running = await start()
    onTestFinished(() => Promise.all([server.kill(), running.kill()]).then(() => {}))

    const ledger = createLedger()
    const agent = new Agent({ keepAlive: true, ca: readFileSync(certificate.certificate) })
    onTestFinished(() => agent.destroy())
    let saved = 0
    const statuses = new Set<number>()
    const answering = institute.seats.map(async (seat) => {
      for (let sequence = 1; sequence <= answersEach; ) {
        const questionId = seat.questionIds[sequence - 1] ?? ''
        const option = sequence % 4
        const status = await post(agent, tlsPort, seat, {
          questionId,
          selectedOption: option,
          sequence,
        })
        if (status !== null) statuses.add(status)
        if (status === 200) {
          ledger.record({ attemptId: seat.attemptId, questionId, sequence, option })
          saved += 1
          sequence += 1
        } else await sleep(100)
        await sleep(20)
      }
    })
    const savedAtLeast = (count: number) =>
      expect.poll(() => saved, { interval: 5 }).toBeGreaterThan(count)

    await savedAtLeast(100)
    await running.kill()
    await sleep(500)
    running = await start()
    await savedAtLeast(250)
    await server.kill()
    server = await institute.start(options)
    await Promise.all(answering)

    expect(saved).toBe(students * answersEach)
    expect(await institute.findLost(ledger)).toEqual([])
    // 502 to 504 are the proxy's, while it has no server.
    expect([...statuses].filter((status) => ![200, 502, 503, 504].includes(status))).toEqual([])
  },
)

type Answer = {
  readonly questionId: string
  readonly selectedOption: number
  readonly sequence: number
}

/** @returns null where no reply came */
function post(agent: Agent, port: number, seat: StartedAttempt, answer: Answer) {
  const { attemptId, testId, cookie } = seat
  return new Promise<number | null>((resolve) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        timeout: 10_000,
        path: `/api/students/submit-answer/${attemptId}/${testId}`,
        headers: { cookie, 'content-type': 'application/json' },
      },
      (reply) => {
        reply.resume()
        reply.once('end', () => resolve(reply.statusCode ?? null))
        reply.once('error', () => resolve(null))
        reply.once('close', () => resolve(null))
      },
    )
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve(null))
    call.end(JSON.stringify(answer))
  })
}
