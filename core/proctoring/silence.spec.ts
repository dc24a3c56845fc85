import fc from 'fast-check'
import { expect, it } from 'vitest'
import { confirmSilence, silenceMs } from './silence.ts'

const lagMs = 15_000

it('begins with the last contact, whichever process received it', () => {
  const noticed = { at: 1_000, durationMs: 200_000 }
  expect(confirmSilence(noticed, { at: null, lagMs })).toEqual(noticed)
  expect(confirmSilence(noticed, { at: 500, lagMs })).toEqual(noticed)
  expect(confirmSilence(noticed, { at: 41_000, lagMs })).toEqual({
    at: 41_000,
    durationMs: 160_000,
  })
  expect(confirmSilence(noticed, { at: 200_000, lagMs })).toBe(null)
})

it('does not start for a student in contact with another process, however late that is shared', () => {
  const contact = fc.record({
    gapMs: fc.integer({ min: 1, max: 200_000 }),
    isReceivedHere: fc.boolean(),
    sharedAfterMs: fc.integer({ min: 0, max: lagMs }),
  })
  fc.assert(
    fc.property(fc.array(contact, { minLength: 2, maxLength: 30 }), (contacts) => {
      let at = 0
      let hereAt: number | null = null
      const received: { at: number; isReceivedHere: boolean; sharedAt: number }[] = []
      for (const { gapMs, isReceivedHere, sharedAfterMs } of contacts) {
        at += gapMs
        if (isReceivedHere && hereAt !== null && at - hereAt > silenceMs) {
          const shared = received.filter((one) => !one.isReceivedHere && one.sharedAt < at)
          const elsewhereAt = shared.length > 0 ? Math.max(...shared.map((one) => one.at)) : null
          const silence = confirmSilence(
            { at: hereAt, durationMs: at - hereAt },
            { at: elsewhereAt, lagMs },
          )
          const realMs = at - Math.max(...received.map((one) => one.at))
          // It may have ended a moment ago, elsewhere.
          const next = received.find((one) => one.at > (silence?.at ?? at))?.at ?? at
          if (silence) expect(next - silence.at).toBeGreaterThan(silenceMs)
          if (realMs > silenceMs + lagMs) expect(silence?.durationMs).toBe(realMs)
        }
        if (isReceivedHere) hereAt = at
        received.push({ at, isReceivedHere, sharedAt: at + sharedAfterMs })
      }
    }),
  )
})
