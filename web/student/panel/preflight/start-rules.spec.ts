import { expect, it } from 'vitest'
import { integrityModes } from '#core/exams/exam.ts'
import { maxWarnings } from '#core/proctoring/policy.ts'
import { getStartRules } from './start-rules.tsx'

const getRules = (rules: Partial<Parameters<typeof getStartRules>[0]>) =>
  getStartRules({
    mode: 'strict',
    hasAssistiveTools: false,
    isTouchScreen: false,
    isUnasked: false,
    ...rules,
  })
const listTexts = (rules: ReturnType<typeof getStartRules>) => rules.actions.map(({ text }) => text)

it.each([
  ['strict', 'This ends the quiz at once'],
  ['warn', 'This gives a warning, the third one ends the quiz'],
  ['observe', 'This is noted'],
] as const)('heads the rules of a %s exam with their effect', (mode, title) => {
  expect(maxWarnings).toBe(2)
  expect(getRules({ mode }).title).toBe(title)
})

it.each(integrityModes)('lists no developer tools and no keys on a touch screen (%s)', (mode) => {
  const onDesktop = getRules({ mode })
  const onTouch = getRules({ mode, isTouchScreen: true })
  expect(listTexts(onDesktop)).toContain('Opening developer tools or a side panel of the browser')
  expect(onDesktop.hint).toContain('keys')
  expect(listTexts(onTouch).join()).not.toMatch(/developer/i)
  expect(onTouch.hint).not.toContain('keys')
  expect(listTexts(onTouch)).toContain('Locking the screen')
})

it('says that nothing ends a quiz in observe mode', () => {
  expect(getRules({ mode: 'observe' }).hint).toMatch(/does not end it either, .* trainer sees it/)
  expect(getRules({ mode: 'strict' }).hint).not.toMatch(/trainer/)
})

it('warns in a strict exam that this browser does not ask before a reload', () => {
  const again = 'Refreshing or closing this page a second time'
  for (const mode of integrityModes) {
    const isForgiven = mode === 'strict'
    const { actions, hint } = getRules({ mode, isTouchScreen: true, isUnasked: true })
    expect(actions.some(({ text }) => text === again)).toBe(isForgiven)
    expect(/does not ask before it refreshes/.test(hint)).toBe(isForgiven)
    expect(listTexts(getRules({ mode, isTouchScreen: true }))).not.toContain(again)
  }
})

it('tells everyone how a screen reader’s windows count, and what the setting allows', () => {
  for (const mode of ['strict', 'warn'] as const) {
    expect(getRules({ mode }).screenReaderHint).toMatch(/lists and settings are other windows/)
    const free = getRules({ mode, hasAssistiveTools: true })
    expect(free.screenReaderHint).toMatch(/less than 20 seconds is only noted/)
    expect(listTexts(free)[0]).toMatch(/another window for 20 seconds or longer$/)
  }
  expect(getRules({ mode: 'observe' }).screenReaderHint).toBe(null)
  expect(getRules({ isTouchScreen: true }).screenReaderHint).toBe(null)
})
