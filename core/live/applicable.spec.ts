import { expect, it } from 'vitest'
import { actionKinds } from './actions.ts'
import { describeFit, isApplicable } from './applicable.ts'
import type { presenceStates } from './presence.ts'

const createTarget = (state: (typeof presenceStates)[number]) => {
  return { state, attemptId: state === 'not-started' ? null : 'a1' }
}

it.each([
  ['not-started', []],
  ['here', ['add-minutes', 'pause', 'message', 'end']],
  ['offline', ['add-minutes', 'pause', 'message', 'end']],
  ['paused', ['add-minutes', 'resume', 'message', 'end']],
  ['finished', ['reopen']],
] as const)('allows for a student who is %s: %j', (state, kinds) => {
  expect(actionKinds.filter((kind) => isApplicable(kind, createTarget(state)))).toEqual(kinds)
})

it('says how many of the chosen students an action fits, unless it fits all', () => {
  const chosen = (['here', 'finished', 'finished'] as const).map(createTarget)
  expect(describeFit('reopen', chosen)).toBe('2 of 3 can be reopened.')
  expect(describeFit('resume', chosen)).toBe('None of 3 can go on.')
  expect(describeFit('pause', chosen.slice(0, 1))).toBeNull()
})
