import { expect, it } from 'vitest'
import { actionKinds, describeReason, needsReason } from './actions.ts'

it('needs a reason for what takes time from students or gives it', () => {
  expect(actionKinds.filter(needsReason)).toEqual(['add-minutes', 'pause', 'end', 'reopen'])
})

it('says a reason in one line, with own words behind it, and nothing where there is none', () => {
  expect(describeReason('power-cut', null)).toBe('Power cut')
  expect(describeReason('other', 'Fire drill')).toBe('Other: Fire drill')
  expect(describeReason('none', null)).toBe('')
})
