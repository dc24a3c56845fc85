import { describe, expect, it } from 'vitest'
import { toConsentText, toGuardianConsentText, toTermsText } from './facts.tsx'

/** Registered on 21 November 2026, ten in the morning at the institute. */
const student = {
  dob: '22-11-2008',
  createdAt: '2026-11-21T04:30:00.000Z',
  consent: null,
  guardianConsent: null,
} as Parameters<typeof toConsentText>[0]
const at = '2026-11-21T04:30:00.000Z'

describe('the consent', () => {
  it('states its time, notice and language', () => {
    const consent = { noticeVersion: '2026-11', language: 'en', at }
    expect(toConsentText({ ...student, consent })).toBe(
      '21\u00a0Nov\u00a02026, 10:00\u00a0am, privacy notice 2026-11, in English',
    )
  })

  it.each([
    { language: null, ends: '2026-11' },
    { language: 'abc-1', ends: ', in abc-1' },
  ])('is described whatever language the client sent: $language', ({ language, ends }) => {
    const consent = { noticeVersion: '2026-11', language, at }
    expect(toConsentText({ ...student, consent }).endsWith(ends)).toBe(true)
  })

  it('is "not recorded" where it was never asked for', () => {
    expect(toConsentText(student)).toBe('not recorded')
  })
})

describe('the terms', () => {
  it('are accepted only where the acceptance is recorded', () => {
    const accepted = { ...student, termsAcceptedAt: at, termsVersion: '2026-11' }
    expect(toTermsText(accepted)).toBe('21\u00a0Nov\u00a02026, 10:00\u00a0am, version 2026-11')
    expect(toTermsText({ ...student, termsAcceptedAt: null, termsVersion: null })).toBe(
      'not recorded',
    )
  })
})

describe('the guardian’s consent', () => {
  it('states its giver and time', () => {
    const guardianConsent = { name: 'Suresh Nair', at }
    expect(toGuardianConsentText({ ...student, guardianConsent })).toBe(
      'Suresh Nair, 21\u00a0Nov\u00a02026, 10:00\u00a0am',
    )
  })

  it('is missing only for a student who was under 18 on the day of registering', () => {
    expect(toGuardianConsentText(student)).toBe('not recorded')
    expect(toGuardianConsentText({ ...student, dob: '21-11-2008' })).toBeUndefined()
    // 18:45 in UTC is a quarter past midnight, and the birthday, at the institute.
    const nearMidnight = { ...student, createdAt: '2026-11-21T18:45:00.000Z' }
    expect(toGuardianConsentText(nearMidnight)).toBeUndefined()
  })
})
