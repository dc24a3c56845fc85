import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openOwnSchema } from '../own-schema.ts'
import { clockFakes } from './clock-fakes.ts'
import { openWrongClock, type RunningServer } from './wrong-clock.ts'

const isOnPostgres = process.env.ENGINE === 'postgres'
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openSchema() {
  const { drop, ...postgres } = await openOwnSchema()
  closers.push(drop)
  return postgres
}

/** The test takes 60 minutes, of which seconds have passed. */
const goesOn = { status: 'In progress', leftMinutes: 60 }
const agrees = { state: 'agrees' }

describe.each(clockFakes)('by $by', (fake) => {
  async function open(aheadSeconds: number) {
    const folder = mkdtempSync(join(tmpdir(), 'wrong-clock-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = isOnPostgres ? await openSchema() : undefined
    const machine = await openWrongClock({
      folder,
      students: 1,
      fake,
      aheadSeconds,
      ...(postgres && { postgres }),
    })
    const [seat] = machine.seats
    if (!seat) throw new Error('Nobody sits the test')
    const start = async (options?: { bootId: string }) => {
      const server = await machine.start(options)
      closers.push(() => server.kill())
      return server
    }
    return { seat, start, setClock: machine.setClock }
  }

  const waitForState = (server: RunningServer, state: string) =>
    expect.poll(async () => (await server.readClock()).state).toBe(state)
  /** Within a second of the start the first one is written, with which the next start compares. */
  const waitForHeartbeat = () => new Promise((resolve) => setTimeout(resolve, 2_000))

  describe.each([
    { what: 'started 2 h slow and set right', from: -7_200, to: 0 },
    { what: 'slept for 10 min', from: 0, to: 600 },
  ])('a machine that $what', ({ from, to }) => {
    const byMs = (to - from) * 1000

    it('continues running attempts, says so, and follows when an owner allows it', async () => {
      const { seat, start, setClock } = await open(from)
      const server = await start()
      expect(await server.readAttempt(seat)).toEqual(goesOn)
      setClock(to)
      await waitForState(server, 'differs')
      const { differenceMs } = await server.readClock()
      expect(Math.abs(Number(differenceMs) - byMs)).toBeLessThan(2_000)
      await expect.poll(() => server.readLog()).toMatch(/the machine’s clock and the exam’s differ/)
      const [, difference] =
        /^\w*clock_difference_seconds (\S+)$/m.exec(await server.readMetrics()) ?? []
      expect(Math.abs(Number(difference) - byMs / 1000)).toBeLessThan(2)
      expect(await server.readAttempt(seat)).toEqual(goesOn)
      expect(await server.answer(seat)).toBe(200)

      expect(await server.follow()).toMatchObject({ attempts: 1 })
      await waitForState(server, 'agrees')
      expect(await server.readAttempt(seat)).toEqual(goesOn)
      expect(await server.answer(seat)).toBe(200)
      expect(await server.startInWindow(seat)).toBe(201)
    })

    it.each(['before', 'after'])('closes no attempt when killed %s that', async (when) => {
      const { seat, start, setClock } = await open(from)
      const first = await start()
      await waitForHeartbeat()
      setClock(to)
      await waitForState(first, 'differs')
      if (when === 'after') await first.follow()
      await first.kill()
      const second = await start()
      expect(await second.readClock()).toMatchObject({
        ...agrees,
        lastShift: { attempts: 1, cause: when === 'after' ? 'owner' : 'start' },
      })
      expect(await second.readAttempt(seat)).toEqual(goesOn)
      expect(await second.answer(seat)).toBe(200)
      expect(await second.startInWindow(seat)).toBe(201)
    })

    it('follows at once while nobody takes a test, even over a restart', async () => {
      const { seat, start, setClock } = await open(from)
      const first = await start()
      await first.finish(seat)
      setClock(to)
      await expect
        .poll(async () => (await first.readClock()).lastShift)
        .toMatchObject({ cause: 'idle', attempts: 0 })
      expect(await first.readClock()).toMatchObject(agrees)
      await first.kill()
      const second = await start()
      expect(await second.readClock()).toMatchObject(agrees)
      expect(await second.startInWindow(seat)).toBe(201)
    })
  })

  it('moves no deadline after a reboot, and offers to give back the time of the power cut', async () => {
    const { seat, start, setClock } = await open(0)
    const first = await start()
    await waitForHeartbeat()
    await first.kill()
    setClock(600)
    const second = await start({ bootId: 'bbbbbbbb02' })
    expect(await second.readAttempt(seat)).toEqual({ ...goesOn, leftMinutes: 50 })
    expect(await second.countIncidents()).toMatchObject({ open: 1 })
    expect(await second.answer(seat)).toBe(200)
  })

  it('opens and closes no window while its clock is behind after a reboot', async () => {
    const { seat, start, setClock } = await open(0)
    const first = await start()
    await waitForHeartbeat()
    await first.kill()
    setClock(-7_200)
    const second = await start({ bootId: 'bbbbbbbb02' })
    await waitForState(second, 'behind')
    expect(await second.startInWindow(seat)).toBe(409)
    expect(await second.readAttempt(seat)).toEqual(goesOn)
    expect(await second.answer(seat)).toBe(200)
    expect(await second.readMetrics()).toMatch(/^\w*clock_behind 1$/m)
    setClock(0)
    await waitForState(second, 'agrees')
    expect(await second.readAttempt(seat)).toEqual(goesOn)
    expect(await second.startInWindow(seat)).toBe(201)
  })

  // SQLite has one process.
  it.runIf(isOnPostgres)('two processes started a minute apart agree', async () => {
    const { seat, start, setClock } = await open(-60)
    const first = await start()
    await waitForHeartbeat()
    setClock(0)
    await waitForState(first, 'differs')
    const second = await start()
    await expect
      .poll(async () => {
        const [one, other] = await Promise.all([first.readClock(), second.readClock()])
        return Math.abs(Number(one.differenceMs) - Number(other.differenceMs)) < 2_000
      })
      .toBe(true)
    for (const server of [first, second]) {
      expect(await server.readAttempt(seat)).toEqual(goesOn)
      expect(await server.answer(seat)).toBe(200)
    }
    expect(await second.startInWindow(seat)).toBe(201)
  })
})
