import { expect, it } from 'vitest'
import {
  applyAnswer,
  type Draft,
  emptyDraft,
  isDraftEmpty,
  setSameAddress,
  setSideChosen,
} from './draft.ts'

const createDraft = (answers: Draft['answers']): Draft => ({ ...emptyDraft, answers })

it('forgets an answer that a new answer hides', () => {
  const student = createDraft({
    role: 'student',
    college: 'Fergusson College',
    qualification: 'B.Sc.',
  })
  expect(applyAnswer(student, 'role', 'workingProfessional').answers).toEqual({
    role: 'workingProfessional',
  })
})

it('does not restore the hidden answer later', () => {
  const friend = createDraft({ referral: 'Friend', friendName: 'Arjun' })
  const back = applyAnswer(applyAnswer(friend, 'referral', 'Google'), 'referral', 'Friend')
  expect(back.answers).toEqual({ referral: 'Friend' })
})

it('copies the local address and keeps the copy up to date', () => {
  const sameAddress = setSameAddress(createDraft({ laddress: 'Kothrud' }), true)
  expect(sameAddress.answers.paddress).toBe('Kothrud')
  expect(applyAnswer(sameAddress, 'laddress', 'Kothrud, Pune').answers.paddress).toBe(
    'Kothrud, Pune',
  )
})

it('clears the permanent address when the box is unchecked', () => {
  const sameAddress = setSameAddress(createDraft({ laddress: 'Kothrud' }), true)
  expect(setSameAddress(sameAddress, false).answers).toEqual({ laddress: 'Kothrud', paddress: '' })
})

it('does not copy the local address while the box is unchecked', () => {
  const own = createDraft({ laddress: 'Kothrud', paddress: 'Nashik' })
  expect(applyAnswer(own, 'laddress', 'Baner').answers.paddress).toBe('Nashik')
})

it('a draft is empty until something is entered', () => {
  expect(isDraftEmpty(emptyDraft)).toBe(true)
  expect(isDraftEmpty(createDraft({ name: '' }))).toBe(true)
  expect(isDraftEmpty(createDraft({ name: 'P' }))).toBe(false)
})

it('a draft is not empty once something is ticked or chosen', () => {
  expect(isDraftEmpty({ ...emptyDraft, isShownAtDesk: true })).toBe(false)
  expect(isDraftEmpty(setSideChosen(emptyDraft, 'aadharFront', true))).toBe(false)
  expect(isDraftEmpty({ ...emptyDraft, key: 'a key alone says nothing' })).toBe(true)
})

it.each(['dob', 'name', 'fname'] as const)(
  'asks the guardian again when the %s changes',
  (field) => {
    const agreed = { ...createDraft({ [field]: 'as it was' }), isGuardianConsented: true }
    expect(applyAnswer(agreed, field, 'as it was').isGuardianConsented).toBe(true)
    expect(applyAnswer(agreed, field, 'another').isGuardianConsented).toBe(false)
    expect(applyAnswer(agreed, 'phone', '98220 41736').isGuardianConsented).toBe(true)
  },
)

it('says that the guardian must agree again, until they do', () => {
  const agreed = { ...createDraft({ name: 'Priya' }), isGuardianConsented: true }
  expect(agreed.mustGuardianConsentAgain).toBe(false)
  const changed = applyAnswer(agreed, 'name', 'Priya Nair')
  expect(changed.mustGuardianConsentAgain).toBe(true)
  expect(applyAnswer(changed, 'phone', '98220 41736').mustGuardianConsentAgain).toBe(true)
  expect(applyAnswer(emptyDraft, 'name', 'Priya').mustGuardianConsentAgain).toBe(false)
})

it('withdraws only a consent given before the first picture', () => {
  const agreed = { ...createDraft({ name: 'Priya' }), isConsented: true, isAccepted: true }
  const withFront = setSideChosen(agreed, 'aadharFront', true)
  expect(withFront).toEqual({
    ...agreed,
    chosenSides: ['aadharFront'],
    isConsented: false,
    mustConsentAgain: true,
  })
  const agreedAgain = { ...withFront, isConsented: true, mustConsentAgain: false }
  expect(setSideChosen(agreedAgain, 'aadharBack', true)).toMatchObject({
    isConsented: true,
    mustConsentAgain: false,
  })
  expect(setSideChosen(agreedAgain, 'aadharFront', true).isConsented).toBe(true)
  expect(setSideChosen(agreedAgain, 'aadharFront', false).isConsented).toBe(true)
})

it('does not ask again for a consent that was never given', () => {
  expect(setSideChosen(emptyDraft, 'aadharFront', true).mustConsentAgain).toBe(false)
})

it('records which pictures were chosen', () => {
  const both = setSideChosen(setSideChosen(emptyDraft, 'aadharFront', true), 'aadharBack', true)
  expect(setSideChosen(both, 'aadharFront', true).chosenSides).toHaveLength(2)
  expect(setSideChosen(both, 'aadharFront', false).chosenSides).toEqual(['aadharBack'])
})
