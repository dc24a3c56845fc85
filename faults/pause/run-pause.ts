import { setTimeout as sleep } from 'node:timers/promises'
import { undoMs } from '#core/live/actions.ts'
import { createSeededRandom, deriveSeed } from '#core/random.ts'
import { createLedger } from '#simulated-class/ledger.ts'
import { get, post, type Server, type StartedAttempt } from '#test/server-process.ts'
import { createInstitute, type InstituteOptions } from '../started-class.ts'
import { createDevice, type Device, getLeftMs } from './paused-device.ts'

export type PauseOptions = InstituteOptions & {
  readonly seed: number
  readonly pauseMs: number
  /** 8.5, as pages of a usual exam ask; less in a short run. */
  readonly pollSeconds: number
  /** Waits for the end that was pressed before the kill. */
  readonly waitsForEnd: boolean
}

export type PauseReport = {
  readonly students: number
  readonly answers: number
  /** From the press to the page that knows, for those with a net. */
  readonly coveredMs: readonly number[]
  /** By how much each deadline moved more than the pause. */
  readonly offMs: readonly number[]
  readonly downMs: number
  /** One of two ends is taken back after the restart, unless that took longer than Undo stands. */
  readonly isUndone: boolean
  /** Promises that were broken, one line each. */
  readonly broken: readonly string[]
}

const addedMinutes = 5
const toleranceMs = 1_000
const shareOffline = 0.3

type ActionReply = {
  readonly action: { readonly _id: string; readonly at: string; readonly state: string }
  readonly done: number
}

/** A class is paused, its server killed in the pause and started again, and the class goes on. */
export async function runPause(options: PauseOptions): Promise<PauseReport> {
  const { seed, pauseMs, pollSeconds, students, waitsForEnd } = options
  const random = createSeededRandom(seed)
  const institute = await createInstitute(options)
  const { url, seats, adminCookie } = institute
  const testId = seats[0]?.testId ?? ''
  const ledger = createLedger()
  const broken: string[] = []
  const expectThat = (isSo: boolean, otherwise: string) => {
    if (!isSo) broken.push(otherwise)
  }
  const act = async (body: object) =>
    (await post(`${url}/api/test/${testId}/live/actions`, { cookie: adminCookie, body }))
      .json as unknown as ActionReply
  const devices = seats.map((seat, index) =>
    createDevice(url, {
      seat,
      ledger,
      pollSeconds,
      random: createSeededRandom(deriveSeed(seed, index)),
      // The first two are ended while they are paused.
      isOffline: random() < shareOffline && index >= 2,
    }),
  )

  let server: Server = await institute.start()
  try {
    await Promise.all(devices.map((device) => device.answerBefore()))
    const before = await askAll(devices)
    const pressedAt = performance.now()
    const paused = await act({ kind: 'pause', reason: 'power-cut' })
    expectThat(paused.done === students, `paused ${paused.done} of ${students}`)
    const living = devices.map((device) => device.live())

    await sleep(pauseMs * (0.3 + random() * 0.2))
    const [ended, kept] = [seats[0], seats[1]] as [StartedAttempt, StartedAttempt]
    const end = await act({ kind: 'end', reason: 'illness', attemptIds: [ended.attemptId] })
    const undone = await act({ kind: 'end', reason: 'illness', attemptIds: [kept.attemptId] })
    // Pressed, and killed before or after it is carried out: nobody hears of it.
    const _id = `minutes-of-seed-${seed}`
    const minutes = { _id, kind: 'add-minutes', minutes: addedMinutes, reason: 'network' }
    void act(minutes).catch(() => {})
    await sleep(random() * 30)
    const killedAt = performance.now()
    await server.kill()
    server = await institute.start()
    const downMs = performance.now() - killedAt

    const added = await act(minutes)
    expectThat(added.done === students, `minutes for ${added.done} of ${students}`)
    const undoing = await post(`${url}/api/live/actions/${undone.action._id}/undo`, {
      cookie: adminCookie,
    })
    const isUndone = undoing.status === 200
    const isLate = Date.now() > Date.parse(undone.action.at) + undoMs
    expectThat(isUndone || isLate, `Undo after the restart: ${undoing.text}`)
    const places = devices.map((_, place) => place).slice(isUndone ? 1 : 2)
    const running = places.map((place) => devices[place] as Device)
    await Promise.all(running.map((device) => device.goOnline()))
    for (const [index, clock] of (await askAll(running)).entries()) {
      const endsAt = Date.parse(before[places[index] ?? 0]?.endsAt ?? '')
      const stoodMs = endsAt + addedMinutes * 60_000 - Date.parse(clock.paused?.since ?? '')
      expectThat(
        clock.paused?.reason === 'Power cut' && getLeftMs(clock) === stoodMs,
        `in the pause, after the restart: ${JSON.stringify(clock)}`,
      )
    }

    await sleep(Math.max(0, pauseMs - (performance.now() - pressedAt)))
    for (const device of devices) device.stop()
    const resumed = await act({ kind: 'resume', reason: 'power-cut' })
    await Promise.all(living)
    const pausedMs = Date.parse(resumed.action.at) - Date.parse(paused.action.at)
    const offMs = (await askAll(running)).map((clock, index) => {
      const endsAt = Date.parse(before[places[index] ?? 0]?.endsAt ?? '')
      const movedMs = Date.parse(clock.endsAt) - endsAt
      return clock.paused ? Number.NaN : movedMs - addedMinutes * 60_000 - pausedMs
    })
    for (const off of offMs)
      expectThat(Math.abs(off) <= toleranceMs, `a deadline is off by ${off} ms`)
    await Promise.all(running.map((device) => device.sendHeldBack()))

    const lost = await institute.findLost(ledger)
    broken.push(...lost.map((one) => `lost: ${JSON.stringify(one)}`))
    const times = await institute.countAudited('attempt.extended')
    expectThat(times === students, `${times} times minutes for ${students} students`)
    if (waitsForEnd) {
      await sleep(Math.max(0, Date.parse(end.action.at) + undoMs + 2_000 - Date.now()))
      const ends = await institute.countAudited('attempt.ended')
      expectThat(ends === (isUndone ? 1 : 2), `${ends} ends`)
      expectThat((await askStatus(url, ended)) === 'Completed', 'an end was not carried out')
    }
    if (isUndone)
      expectThat((await askStatus(url, kept)) === 'In progress', 'an end was not undone')
    return {
      students,
      answers: ledger.all.length,
      offMs,
      downMs,
      isUndone,
      coveredMs: devices.flatMap((device) =>
        device.isOffline || device.coveredAt() === null
          ? []
          : [(device.coveredAt() ?? 0) - pressedAt],
      ),
      broken: [...broken, ...devices.flatMap((device) => device.broken)],
    }
  } finally {
    for (const device of devices) device.stop()
    await server.kill()
  }
}

const askAll = (devices: readonly Device[]) =>
  Promise.all(devices.map((device) => device.askUntilAnswered()))

async function askStatus(url: string, seat: StartedAttempt) {
  const { json } = await get(`${url}/api/students/attempts/${seat.attemptId}/clock`, seat)
  return json.status
}
