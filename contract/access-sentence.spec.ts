import { describe, expect, it } from 'vitest'
import { describeAccess, toText } from './access-sentence.ts'

const minute = 60_000
/** 24 Nov 2026, 10:00 am at the institute. */
const ten = Date.UTC(2026, 10, 24, 4, 30)
const morning = {
  audience: { kind: 'batch', names: ['Morning B12'] },
  expected: 60,
  opensAt: ten,
  closesAt: ten + 60 * minute,
  latestEntryAt: ten + 20 * minute,
  endsAtClosing: false,
} as const
const exam = {
  released: true,
  durationMinutes: 30,
  navigation: 'free',
  integrityMode: 'strict',
  windows: [morning],
} as const

describe('who may take a test, and when', () => {
  it('is described in one sentence', () => {
    expect(toText(describeAccess(exam))).toBe(
      'Batch Morning B12 (60 students) may start on 24 Nov 2026 from 10:00 am to 10:20 am, has 30 minutes, may move freely, and the first leaving of the page ends it.',
    )
  })

  it('stresses who and when', () => {
    const stressed = describeAccess(exam).filter(({ isStrong }) => isStrong)
    expect(stressed.map(({ text }) => text)).toEqual([
      'Morning B12',
      '24 Nov 2026',
      '10:00 am',
      '10:20 am',
    ])
  })

  it('is everyone, from now, if there is no window', () => {
    const settings = { navigation: 'forward', integrityMode: 'warn', windows: [] } as const
    expect(toText(describeAccess({ ...exam, ...settings }))).toBe(
      'Everyone may start from now, has 30 minutes, answers one question after another, and the third leaving of the page ends it.',
    )
  })

  it('includes the end, on another day, and that attempts end with the window', () => {
    const closesAt = ten + 3 * 24 * 60 * minute
    const window = { ...morning, latestEntryAt: null, closesAt, endsAtClosing: true }
    expect(toText(describeAccess({ ...exam, windows: [window] }))).toContain(
      'may start from 24 Nov 2026, 10:00 am to 27 Nov 2026, 10:00 am and ends with the window at 27 Nov 2026, 10:00 am, has',
    )
  })

  it('is worded for one student and for many', () => {
    const one = { ...morning, audience: { kind: 'students', names: ['Priya Nair'] }, expected: 1 }
    const four = { ...one, expected: 4 }
    const describe = (window: typeof one) => {
      const windows = [{ ...window, endsAtClosing: true }] as never
      return toText(describeAccess({ ...exam, navigation: 'forward', windows }))
    }
    expect(describe(one)).toMatch(
      /^Priya Nair may start .+ and ends with .+, has 30 minutes, answers one question/,
    )
    expect(describe(four)).toMatch(
      /^4 named students may start .+ and end with .+, have 30 minutes, answer one question/,
    )
  })

  it('is described without a promise before the release', () => {
    expect(toText(describeAccess({ ...exam, released: false, windows: [] }))).toMatch(
      /^Once the test is released: Everyone may start, has 30 minutes/,
    )
  })

  it('names one student, counts several, and explains two windows', () => {
    const one = { ...morning, audience: { kind: 'students', names: ['Priya Nair'] }, expected: 1 }
    const four = { ...one, expected: 4 }
    const windows = [one, four] as never
    const text = toText(describeAccess({ ...exam, released: false, windows }))
    expect(text).toMatch(/^Once the test is released: Priya Nair may start on/)
    expect(text).toContain('4 named students may start')
    expect(text).toMatch(/A student with two of these windows has the widest\.$/)
  })
})
