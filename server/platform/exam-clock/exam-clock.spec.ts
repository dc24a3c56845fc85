import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createExamClock } from './exam-clock.ts'
import { openMachineClock } from './machine-clock.ts'

describe('the exam clock of the real machine', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const create = () => createExamClock(openMachineClock())

  it('begins with the wall clock', () => {
    expect(Math.abs(create().now() - Date.now())).toBeLessThan(50)
  })

  it.each([2 * 60 * 60_000, -5 * 60 * 60_000, 400 * 24 * 60 * 60_000])(
    'ignores a jump of the wall clock by %i ms, and measures it',
    async (jumpMs) => {
      const clock = create()
      const before = clock.now()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
      await sleep(20)
      const passedMs = clock.now() - before
      expect(passedMs).toBeGreaterThanOrEqual(15)
      expect(passedMs).toBeLessThan(10_000)
      expect(Math.abs(clock.getDifferenceMs() - jumpMs)).toBeLessThan(10_000)
    },
  )

  it('never runs backwards', () => {
    const { now } = create()
    let last = now()
    for (let n = 0; n < 10_000; n++) {
      const next = now()
      expect(next).toBeGreaterThanOrEqual(last)
      last = next
    }
  })

  it('knows the time since the boot and the id of the boot', () => {
    const { getBootMs, bootId } = openMachineClock()
    expect(getBootMs()).toBeGreaterThan(0)
    expect(bootId).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('shifts', () => {
  const machine = {
    getWallTime: () => 9_000,
    getMonotonicMs: () => 500,
    getBootMs: () => 700,
    bootId: '',
    host: '',
  }

  it('of the exam clock are applied once, up to their sum', () => {
    const clock = createExamClock(machine)
    const shifts: number[] = []
    clock.onShift((byMs) => shifts.push(byMs))
    clock.startAt(4_000, 100)
    expect(clock.getDifferenceMs()).toBe(5_000)
    clock.shiftTo(5_100)
    clock.shiftTo(5_100)
    expect([clock.now(), clock.getDifferenceMs(), ...shifts]).toEqual([9_000, 0, 5_000])
  })
})
