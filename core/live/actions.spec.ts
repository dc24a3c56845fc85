import { expect, it } from 'vitest'
import { actionKinds, describeReason, needsReason } from './actions.ts'

it('requires a reason for actions that take or give time', () => {
  expect(actionKinds.filter(needsReason)).toEqual(['add-minutes', 'pause', 'end', 'reopen'])
})

it('writes a reason on one line, followed by own words, and nothing without a reason', () => {
  expect(describeReason('power-cut', null)).toBe('Power cut')
  expect(describeReason('other', 'Fire drill')).toBe('Other: Fire drill')
  expect(describeReason('none', null)).toBe('')
})
