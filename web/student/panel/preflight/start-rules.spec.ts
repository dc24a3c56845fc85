import { expect, it } from 'vitest'
import { integrityModes } from '#core/exams/exam.ts'
import { maxWarnings } from '#core/proctoring/policy.ts'
import { getStartRules } from './start-rules.tsx'

const listTexts = (rules: ReturnType<typeof getStartRules>) => rules.actions.map(({ text }) => text)

it.each([
  ['strict', 'This ends the quiz at once'],
  ['warn', 'This gives a warning, the third one ends the quiz'],
  ['observe', 'This is noted'],
] as const)('heads the list of a %s exam with what that does', (mode, title) => {
  expect(maxWarnings).toBe(2)
  expect(getStartRules(mode, false, false).title).toBe(title)
})

it.each(integrityModes)('lists no developer tools and no keys on a touch screen (%s)', (mode) => {
  const onDesktop = getStartRules(mode, false, false)
  const onTouch = getStartRules(mode, true, false)
  expect(listTexts(onDesktop)).toContain('Opening developer tools or a side panel of the browser')
  expect(onDesktop.hint).toContain('keys')
  expect(listTexts(onTouch).join()).not.toMatch(/developer/i)
  expect(onTouch.hint).not.toContain('keys')
  expect(listTexts(onTouch)).toContain('Locking the screen')
})

it('says that nothing ends a quiz that is only watched', () => {
  expect(getStartRules('observe', false, false).hint).toMatch(
    /does not end it either, .* trainer sees it/,
  )
  expect(getStartRules('strict', false, false).hint).not.toMatch(/trainer/)
})

it('says in a strict exam that a browser asks nothing before a reload, and what that means', () => {
  const again = 'Refreshing or closing this page a second time'
  for (const mode of integrityModes) {
    const isForgiven = mode === 'strict'
    const { actions, hint } = getStartRules(mode, true, true)
    expect(actions.some(({ text }) => text === again)).toBe(isForgiven)
    expect(/does not ask before it refreshes/.test(hint)).toBe(isForgiven)
    expect(listTexts(getStartRules(mode, true, false))).not.toContain(again)
  }
})
