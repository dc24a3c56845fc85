import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom, deriveSeed, type RandomNumber } from '#core/random.ts'
import { getCallRetryMs } from '#core/retry/backoff.ts'
import { createLedger } from '#simulated-class/ledger.ts'
import { count } from '#simulated-class/tallies.ts'
import { createRegistrationForm } from '#test/factories.ts'
import { buildAnswerUrl, type StartedAttempt } from '#test/server-process.ts'
import { type ClassOptions, type ClassReport, noRetryAfter } from './class-report.ts'

/** The quiz page never gives up; this finds a server that does not come back. */
const patienceMs = 5 * 60_000
const timeoutMs = 60_000

/**
 * A class in a process of its own: it keeps the ledger of what was acknowledged to it, and tries
 * again like the quiz page.
 */
const [options] = (await once(process, 'message')) as [ClassOptions]
const ledger = createLedger()
const registered: string[] = []
const tally: Record<string, number> = {}
const failures: string[] = []
const answerMs: number[] = []
let isOver = false

type Call = { readonly path: string; readonly headers: Record<string, string>; body(): BodyInit }

/** @returns whether it was carried out */
async function send(call: Call, first: number, random: RandomNumber): Promise<boolean> {
  const { urls } = options
  const startedAt = performance.now()
  for (let tries = 1; ; tries++) {
    for (const [place] of urls.entries()) {
      const url = urls[(first + place) % urls.length]
      const { status, text, retryAfter } = await sendOnce(`${url}${call.path}`, call)
      const outcome = status === 503 && retryAfter === 0 ? noRetryAfter : String(status)
      count(tally, outcome)
      if (status >= 200 && status < 300) return true
      if (![0, 502, 503, 504].includes(status)) {
        failures.push(`${call.path}: ${status} ${text.slice(0, 200)}`)
        return false
      }
      await sleep(retryAfter * 1000)
    }
    if (performance.now() - startedAt > patienceMs) {
      failures.push(`${call.path}: given up after ${tries} tries`)
      return false
    }
    await sleep(getCallRetryMs(tries, random()) / (tries === 1 ? 4 : 1))
  }
}

async function sendOnce(url: string, { headers, body }: Call) {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers,
      body: body(),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfter = Number(reply.headers.get('retry-after') ?? 0)
    return { status: reply.status, text: await reply.text(), retryAfter }
  } catch {
    return { status: 0, text: '', retryAfter: 0 }
  }
}

async function answer(seat: StartedAttempt, place: number) {
  const random = createSeededRandom(deriveSeed(options.seed, place))
  for (let sequence = 1; !isOver; sequence++) {
    const pick = Math.floor(random() * seat.questionIds.length)
    const questionId = seat.questionIds[pick] ?? ''
    const option = Math.floor(random() * 4)
    const body = JSON.stringify({ questionId, selectedOption: option, sequence })
    const headers = { cookie: seat.cookie, 'content-type': 'application/json' }
    const startedAt = performance.now()
    const path = buildAnswerUrl('', seat)
    if (await send({ path, headers, body: () => body }, place, random)) {
      const { attemptId } = seat
      ledger.record({ attemptId, questionId, sequence, option })
      answerMs.push(Math.round(performance.now() - startedAt))
    }
    await sleep(random() * options.maxThinkMs)
  }
}

async function register(everyMs: number) {
  const random = createSeededRandom(deriveSeed(options.seed, -1))
  const picture = Buffer.from(options.picture, 'base64')
  for (let n = 1; !isOver; n++) {
    const email = `applicant${n}@example.com`
    const headers = { 'idempotency-key': `a-key-of-applicant-${options.seed}-${n}` }
    const body = () =>
      createRegistrationForm({ email }, { aadharFront: picture, aadharBack: picture })
    const path = '/api/students/register'
    if (await send({ path, headers, body }, n, random)) registered.push(email)
    await sleep(everyMs)
  }
}

function report(): ClassReport {
  const acknowledged = answerMs.length
  return { ledger: [...ledger.latest()], registered, acknowledged, tally, failures, answerMs }
}

let done: Promise<unknown> = Promise.resolve()
process.on('message', async (message) => {
  if (message === 'begin') {
    const { registerEveryMs, seats } = options
    done = Promise.all([
      ...seats.map(answer),
      ...(registerEveryMs === null ? [] : [register(registerEveryMs)]),
    ])
  }
  if (message === 'report') process.send?.(report())
  if (message === 'end') {
    isOver = true
    await done
    process.send?.(report(), () => process.exit(0))
  }
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
