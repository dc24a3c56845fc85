import { afterEach, expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { hasStrace } from '../strace.ts'
import { cutPower } from './cut-power.ts'
import { type Recording, recordWrites } from './record-writes.ts'

let recording: Recording | undefined
afterEach(() => recording?.remove())

it.skipIf(!hasStrace)(
  'a power cut loses nothing that was acknowledged, unless SQLite is told not to wait for the disk',
  async () => {
    const random = createSeededRandom(1)
    recording = await recordWrites({ answers: 60, registrations: 1 })
    expect(recording.registrations).toHaveLength(1)
    const product = await cutPower(recording, { cuts: 40, random })
    expect(product).toEqual({ cuts: 40, broken: 0, losses: [] })
    recording.remove()

    recording = await recordWrites({ answers: 60, registrations: 0, isControl: true })
    const control = await cutPower(recording, { cuts: 10, random })
    expect(control.cuts).toBe(10)
    expect(control.broken).toBeGreaterThan(0)
  },
  60_000,
)
