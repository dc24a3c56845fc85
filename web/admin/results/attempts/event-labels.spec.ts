import { describe, expect, it } from 'vitest'
import { eventKinds } from '#core/proctoring/policy.ts'
import { getLikelyCause, toEventLabel } from './event-labels.ts'

describe('words for what was seen', () => {
  it.each([
    { durationMs: null, judgement: 'How long it lasted is not known.' },
    { durationMs: 2_999, judgement: 'Probably a slip: too short to read anything.' },
    { durationMs: 3_000, judgement: 'Long enough to read a message.' },
    { durationMs: 29_999, judgement: 'Long enough to read a message.' },
    { durationMs: 30_000, judgement: 'Long enough to look something up or to ask somebody.' },
  ])('judge a hidden tab by its $durationMs ms', ({ durationMs, judgement }) => {
    const likelyCause = getLikelyCause({ kind: 'hidden', durationMs, times: 1 })
    expect(likelyCause).toBe(`Another tab or program, or a locked screen. ${judgement}`)
  })

  it('tell a short break of the connection from a long one', () => {
    const likelyCause = (durationMs: number | null) =>
      getLikelyCause({ kind: 'offline', durationMs, times: 1 })
    expect(likelyCause(4_000)).toMatch(/short break/)
    expect(likelyCause(120_000)).toMatch(/the clock ran on/)
    expect(likelyCause(null)).toMatch(/return was not reported/)
  })

  it('say how often keys were pressed', () => {
    expect(toEventLabel({ kind: 'blocked-key', times: 1 })).toBe('Blocked key pressed')
    expect(toEventLabel({ kind: 'blocked-key', times: 4 })).toBe('Blocked key pressed 4 times')
    expect(getLikelyCause({ kind: 'blocked-key', times: 4, durationMs: null })).toMatch(
      /again and again/,
    )
  })

  it.each(eventKinds)('never call %s cheating', (kind) => {
    for (const durationMs of [null, 0, 600_000]) {
      expect(getLikelyCause({ kind, durationMs, times: 9 })).not.toMatch(/cheat|guilty|fraud/i)
    }
  })
})
