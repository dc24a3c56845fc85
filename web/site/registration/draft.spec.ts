import { expect, it } from 'vitest'
import { answered, type Draft, emptyDraft, isEmpty, withSameAddress, withSide } from './draft.ts'

const typed = (answers: Draft['answers']): Draft => ({ ...emptyDraft, answers })

it('forgets what a new answer hides', () => {
  const student = typed({ role: 'student', college: 'Fergusson College', qualification: 'B.Sc.' })
  expect(answered(student, 'role', 'workingProfessional').answers).toEqual({
    role: 'workingProfessional',
  })
})

it('does not bring it back', () => {
  const friend = typed({ referral: 'Friend', friendName: 'Arjun' })
  const back = answered(answered(friend, 'referral', 'Google'), 'referral', 'Friend')
  expect(back.answers).toEqual({ referral: 'Friend' })
})

it('copies the local address and follows it', () => {
  const ticked = withSameAddress(typed({ laddress: 'Kothrud' }), true)
  expect(ticked.answers.paddress).toBe('Kothrud')
  expect(answered(ticked, 'laddress', 'Kothrud, Pune').answers.paddress).toBe('Kothrud, Pune')
})

it('clears the permanent address when the tick goes', () => {
  const ticked = withSameAddress(typed({ laddress: 'Kothrud' }), true)
  expect(withSameAddress(ticked, false).answers).toEqual({ laddress: 'Kothrud', paddress: '' })
})

it('does not follow without the tick', () => {
  const own = typed({ laddress: 'Kothrud', paddress: 'Nashik' })
  expect(answered(own, 'laddress', 'Baner').answers.paddress).toBe('Nashik')
})

it('is empty until something is said', () => {
  expect(isEmpty(emptyDraft)).toBe(true)
  expect(isEmpty(typed({ name: '' }))).toBe(true)
  expect(isEmpty(typed({ name: 'P' }))).toBe(false)
})

it('is not empty once something is ticked or chosen', () => {
  expect(isEmpty({ ...emptyDraft, isShownAtDesk: true })).toBe(false)
  expect(isEmpty(withSide(emptyDraft, 'aadharFront', true))).toBe(false)
  expect(isEmpty({ ...emptyDraft, key: 'a key alone says nothing' })).toBe(true)
})

it.each(['dob', 'name', 'fname'] as const)(
  'asks the guardian anew when the %s changes',
  (field) => {
    const agreed = { ...typed({ [field]: 'as it was' }), isGuardianConsented: true }
    expect(answered(agreed, field, 'as it was').isGuardianConsented).toBe(true)
    expect(answered(agreed, field, 'another').isGuardianConsented).toBe(false)
    expect(answered(agreed, 'phone', '98220 41736').isGuardianConsented).toBe(true)
  },
)

it('knows which pictures were chosen', () => {
  const both = withSide(withSide(emptyDraft, 'aadharFront', true), 'aadharBack', true)
  expect(withSide(both, 'aadharFront', true).chosenSides).toHaveLength(2)
  expect(withSide(both, 'aadharFront', false).chosenSides).toEqual(['aadharBack'])
})
