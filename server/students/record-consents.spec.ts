import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import * as registration from '#contract/registration.ts'
import * as contract from '#contract/students.ts'
import { site } from '#site'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

/** Born 18 years ago to the day, by the app's clock. */
const registrant = {
  name: 'Arjun Mehta',
  email: 'arjun@example.com',
  phone: '+91 98200 00003',
  dob: '21-11-2008',
  gender: 'male',
  fname: '<script>alert(1)</script> Mehta',
  fphone: '+91 98200 00004',
  laddress: '4 Baner Road, Pune',
  paddress: '4 Baner Road, Pune',
  role: 'student',
  qualification: 'HSC',
  qualificationYear: '2026',
  college: 'Fergusson College',
  course: 'full stack',
  referral: 'Google',
  termsAccepted: 'true',
}
const underAgeRegistrant = { ...registrant, dob: '22-11-2008' }

function toForm(fields: Record<string, string>, pictures: Record<string, Buffer> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(pictures)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
  }
  return form
}

function register(fields: Record<string, string>, pictures = {}) {
  return app.createClient().request(registration.register, { body: toForm(fields, pictures) })
}

const createCardImage = () =>
  sharp({ create: { width: 40, height: 25, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()

async function fetchStudents() {
  return (await (await app.createAdmin()).request(contract.listStudents)).json
}

describe('the consent', () => {
  it('is kept with the version of the notice, the language and the server’s time', async () => {
    app = await createTestApp()
    const consent = {
      privacyConsent: 'true',
      privacyNoticeVersion: '2026-10',
      consentLanguage: 'en',
    }
    expect((await register({ ...registrant, ...consent })).status).toBe(201)
    expect(await fetchStudents()).toMatchObject([
      {
        consent: { noticeVersion: '2026-10', language: 'en', at: '2026-11-21T04:30:00.000Z' },
        guardianConsent: null,
        identityAtDesk: false,
      },
    ])
  })

  it('is the notice of today where the client names none', async () => {
    app = await createTestApp()
    await register({ ...registrant, privacyConsent: 'true' })
    expect(await fetchStudents()).toMatchObject([
      {
        consent: { noticeVersion: site.privacyNoticeVersion, language: null },
        termsVersion: site.termsVersion,
        termsAcceptedAt: '2026-11-21T04:30:00.000Z',
      },
    ])
  })

  it('is not recorded for a client that does not ask, which still gets in', async () => {
    app = await createTestApp()
    const { termsAccepted, ...silent } = underAgeRegistrant
    expect((await register(silent)).status).toBe(201)
    const nothing = { consent: null, guardianConsent: null, identityAtDesk: false }
    expect(await fetchStudents()).toMatchObject([
      { ...nothing, termsAcceptedAt: null, termsVersion: null },
    ])
    const file = { query: { format: 'csv' } } as const
    const { text } = await (await app.createAdmin()).request(contract.exportStudents, file)
    expect(text).not.toContain(`,${site.termsVersion},`)
  })

  it('includes the named guardian of a person under 18', async () => {
    app = await createTestApp()
    await register({ ...underAgeRegistrant, guardianConsent: 'true' })
    expect(await fetchStudents()).toMatchObject([
      { guardianConsent: { name: underAgeRegistrant.fname, at: '2026-11-21T04:30:00.000Z' } },
    ])
  })

  it('needs no guardian from the eighteenth birthday on', async () => {
    app = await createTestApp()
    await register({ ...registrant, guardianConsent: 'true' })
    expect(await fetchStudents()).toMatchObject([{ guardianConsent: null }])
  })

  it.each<Record<string, string>>([
    { privacyConsent: 'false' },
    { privacyNoticeVersion: '<script>' },
    { consentLanguage: 'a'.repeat(400) },
    { guardianConsent: 'yes' },
    { identityAtDesk: '1' },
  ] satisfies Record<string, string>[])('is refused when it reads %j', async (invalidFields) => {
    app = await createTestApp()
    const reply = await register({ ...registrant, ...invalidFields })
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    expect(Object.keys(reply.json.fields ?? {})).toEqual(Object.keys(invalidFields))
    expect(await fetchStudents()).toEqual([])
  })
})

describe('the wish to show the card at the desk', () => {
  it('is kept', async () => {
    app = await createTestApp()
    await register({ ...registrant, identityAtDesk: 'true' })
    expect(await fetchStudents()).toMatchObject([{ identityAtDesk: true }])
  })

  it('is dropped if a picture was sent all the same', async () => {
    app = await createTestApp()
    await register(
      { ...registrant, identityAtDesk: 'true' },
      { aadharFront: await createCardImage() },
    )
    expect(await fetchStudents()).toMatchObject([{ identityAtDesk: false }])
  })
})

describe('a program that fills in the hidden field', () => {
  it('gets thanks, and nothing is stored or sent', async () => {
    app = await createTestApp()
    const spamForm = { ...registrant, website: 'https://spam.example' }
    const reference = await register({ ...registrant, email: 'real@example.com' })
    const reply = await register(spamForm, { aadharFront: await createCardImage() })
    expect([reply.status, reply.text]).toEqual([reference.status, reference.text])
    expect(await fetchStudents()).toHaveLength(1)
    const { read } = app.deps.db
    const accounts = await read.selectFrom('accounts').select('email').execute()
    const emails = await read.selectFrom('mails').selectAll().execute()
    expect(accounts.map(({ email }) => email)).not.toContain(registrant.email)
    expect(JSON.stringify(emails)).not.toContain(registrant.email)
  })

  it('is not suspected while the field is empty', async () => {
    app = await createTestApp()
    await register({ ...registrant, website: '' })
    expect(await fetchStudents()).toHaveLength(1)
  })
})

describe('one mailbox', () => {
  async function deleteEverybody() {
    const admin = await app.createAdmin()
    const ids = (await admin.request(contract.listStudents)).json.map(({ _id }) => _id)
    await admin.request(contract.deleteStudents, { body: { ids } })
  }

  it('gets emails of ten registrations a day, however its address is written', async () => {
    app = await createTestApp({ limits: true })
    const spellings = ['arjun@example.com', 'ARJUN@example.com', 'arjun+1@example.com']
    for (let n = 0; n < 10; n++) {
      const email = spellings[n % 3] ?? ''
      expect((await register({ ...registrant, email })).status).toBe(201)
      await deleteEverybody()
    }
    const reply = await register({ ...registrant, email: 'Arjun+11@example.com' })
    expect(reply).toMatchObject({
      status: 429,
      json: {
        code: 'too-many-for-email',
        message: 'This email address has been used for too many registrations today.',
      },
    })
    const waitSeconds = Number(reply.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(23 * 60 * 60)
    expect(waitSeconds).toBeLessThanOrEqual(24 * 60 * 60)
    expect(await fetchStudents()).toEqual([])
    expect((await register({ ...registrant, email: 'somebody@example.com' })).status).toBe(201)
  })

  it('is not used up by tries that write no email', async () => {
    app = await createTestApp({ limits: true })
    const invalidPicture = { aadharFront: Buffer.from('no picture') }
    for (let n = 0; n < 12; n++)
      expect((await register(registrant, invalidPicture)).status).toBe(400)
    expect((await register(registrant)).status).toBe(201)
    for (let n = 0; n < 12; n++) {
      expect((await register(registrant)).json.code, 'taken, and no more').toBe('email-taken')
    }
    await deleteEverybody()
    expect((await register(registrant)).status).toBe(201)
  })
})
