import { setTimeout as sleep } from 'node:timers/promises'
import { getPollMs } from '#core/quiz-session/clock-interval.ts'
import type { RandomNumber } from '#core/random.ts'
import type { Ledger } from '#simulated-class/ledger.ts'
import { buildAnswerUrl, get, post, type StartedAttempt } from '#test/server-process.ts'

/** Up to this much after the pause, an answer may have been chosen before it by another clock. */
const slackMs = 1_200
const retryMs = 100

type Clock = {
  readonly status: string
  readonly endsAt: string
  readonly serverTime: string
  readonly paused?: { readonly since: string; readonly reason?: string }
}

type Choice = { readonly place: number; readonly sequence: number }

type DeviceOptions = {
  readonly seat: StartedAttempt
  readonly ledger: Ledger
  readonly random: RandomNumber
  readonly pollSeconds: number
  /** From before the pause until after the restart. */
  readonly isOffline: boolean
}

export type Device = ReturnType<typeof createDevice>

/** A student's page, as far as a pause concerns it: it keeps what the server would not take. */
export function createDevice(url: string, options: DeviceOptions) {
  const { seat, ledger, random, pollSeconds, isOffline } = options
  const broken: string[] = []
  const heldBack: Choice[] = []
  let coveredAt: number | null = null
  let isStopped = false
  let lastSequence = 0

  /** Answers are numbered by the device's clock. */
  function choose(place: number): Choice {
    lastSequence = Math.max(lastSequence + 1, Date.now())
    return { place, sequence: lastSequence }
  }

  /** @returns the refusal's code; undefined if it is saved; null if the server is gone */
  async function send({ place, sequence }: Choice): Promise<string | undefined | null> {
    const questionId = seat.questionIds[place] ?? ''
    const option = sequence % 4
    const body = { questionId, selectedOption: option, sequence }
    const reply = await post(buildAnswerUrl(url, seat), { ...seat, body }).catch(() => null)
    if (!reply || reply.status === 503) return null
    if (reply.status !== 200) return String(reply.json.code)
    ledger.record({ attemptId: seat.attemptId, questionId, sequence, option })
    return undefined
  }

  async function sendUntilSaved(choice: Choice) {
    for (;;) {
      const refused = await send(choice)
      if (refused === undefined) return
      if (refused !== null) {
        broken.push(`${seat.attemptId}: an answer that should count was refused: ${refused}`)
        return
      }
      await sleep(retryMs)
    }
  }

  async function askClock(): Promise<Clock | null> {
    const path = `${url}/api/students/attempts/${seat.attemptId}/clock`
    const reply = await get(path, seat).catch(() => null)
    return reply?.status === 200 ? (reply.json as unknown as Clock) : null
  }

  async function askUntilAnswered(): Promise<Clock> {
    for (;;) {
      const clock = await askClock()
      if (clock) return clock
      await sleep(retryMs)
    }
  }

  async function chooseInPause(pausedAt: number) {
    await sleep(Math.max(0, pausedAt + slackMs - Date.now()) + random() * 300)
    const choice = choose(3)
    heldBack.push(choice)
    const refused = await send(choice)
    // Or the pause was over by then.
    if (refused !== null && refused !== 'attempt-paused' && !isStopped)
      broken.push(`${seat.attemptId}: an answer chosen in the pause got ${refused ?? '200'}`)
  }

  return {
    seat,
    broken,
    askUntilAnswered,
    /** When its page first knew of the pause, by `performance.now()`. */
    isOffline,
    coveredAt: () => coveredAt,
    stop: () => {
      isStopped = true
    },

    /** Two answers, and one more that stays on a device without a net. */
    async answerBefore() {
      await sendUntilSaved(choose(0))
      await sendUntilSaved(choose(1))
      const last = choose(2)
      if (isOffline) heldBack.push(last)
      else await sendUntilSaved(last)
    },

    /** Asks for the clock as a page does, from somewhere between two asks on. */
    async live() {
      let hasChosen = false
      await sleep(random() * getPollMs(pollSeconds, random()))
      while (!isStopped) {
        const clock = isOffline && coveredAt === null ? null : await askClock()
        if (clock?.paused) coveredAt ??= performance.now()
        else if (clock?.status === 'In progress' && coveredAt !== null && !isStopped)
          broken.push(`${seat.attemptId}: uncovered in the pause: ${JSON.stringify(clock)}`)
        if (clock?.paused && !hasChosen) {
          hasChosen = true
          await chooseInPause(Date.parse(clock.paused.since))
        }
        await sleep(getPollMs(pollSeconds, random()))
      }
    },

    /** Its net is back, in the pause: what was chosen before it counts at once. */
    async goOnline() {
      if (!isOffline) return
      for (const choice of heldBack.splice(0)) await sendUntilSaved(choice)
      coveredAt = performance.now()
    },

    /** After the pause. */
    async sendHeldBack() {
      for (const choice of heldBack.splice(0)) await sendUntilSaved(choice)
    },
  }
}

export const getLeftMs = ({ endsAt, serverTime }: Clock) =>
  Date.parse(endsAt) - Date.parse(serverTime)
