import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/students.ts'
import { site } from '#site'
import type { House } from '../house.ts'
import { openHouse } from '../house-engine.ts'

let house: House
afterEach(() => house.close())

/** Born 18 years ago to the day, at the house's clock. */
const arjun = {
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
const dayYounger = { ...arjun, dob: '22-11-2008' }

function formOf(fields: Record<string, string>, pictures: Record<string, Buffer> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(pictures)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
  }
  return form
}

function register(fields: Record<string, string>, pictures = {}) {
  return house.guest().ask(contract.register, { body: formOf(fields, pictures) })
}

const card = () =>
  sharp({ create: { width: 40, height: 25, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()

async function students() {
  return (await (await house.admin()).ask(contract.listStudents)).json
}

describe('what was agreed to', () => {
  it('is kept with the version of the notice, the language and the server’s time', async () => {
    house = await openHouse()
    const agreed = {
      privacyConsent: 'true',
      privacyNoticeVersion: '2026-10',
      consentLanguage: 'en',
    }
    expect((await register({ ...arjun, ...agreed })).status).toBe(201)
    expect(await students()).toMatchObject([
      {
        consent: { noticeVersion: '2026-10', language: 'en', at: '2026-11-21T04:30:00.000Z' },
        guardianConsent: null,
        identityAtDesk: false,
      },
    ])
  })

  it('is the notice of today where the client names none', async () => {
    house = await openHouse()
    await register({ ...arjun, privacyConsent: 'true' })
    expect(await students()).toMatchObject([
      { consent: { noticeVersion: site.privacyNoticeVersion, language: null } },
    ])
  })

  it('is not recorded for a client that does not ask, which still gets in', async () => {
    house = await openHouse()
    expect((await register(dayYounger)).status).toBe(201)
    expect(await students()).toMatchObject([
      { consent: null, guardianConsent: null, identityAtDesk: false },
    ])
  })

  it('includes the guardian of a person under 18, by name', async () => {
    house = await openHouse()
    await register({ ...dayYounger, guardianConsent: 'true' })
    expect(await students()).toMatchObject([
      { guardianConsent: { name: dayYounger.fname, at: '2026-11-21T04:30:00.000Z' } },
    ])
  })

  it('needs no guardian from the eighteenth birthday on', async () => {
    house = await openHouse()
    await register({ ...arjun, guardianConsent: 'true' })
    expect(await students()).toMatchObject([{ guardianConsent: null }])
  })

  it.each<Record<string, string>>([
    { privacyConsent: 'false' },
    { privacyNoticeVersion: '<script>' },
    { consentLanguage: 'a'.repeat(400) },
    { guardianConsent: 'yes' },
    { identityAtDesk: '1' },
  ] satisfies Record<string, string>[])('is refused when it reads %j', async (odd) => {
    house = await openHouse()
    const reply = await register({ ...arjun, ...odd })
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    expect(Object.keys(reply.json.fields ?? {})).toEqual(Object.keys(odd))
    expect(await students()).toEqual([])
  })
})

describe('the wish to show the card at the desk', () => {
  it('is kept', async () => {
    house = await openHouse()
    await register({ ...arjun, identityAtDesk: 'true' })
    expect(await students()).toMatchObject([{ identityAtDesk: true }])
  })

  it('is gone where a picture came all the same', async () => {
    house = await openHouse()
    await register({ ...arjun, identityAtDesk: 'true' }, { aadharFront: await card() })
    expect(await students()).toMatchObject([{ identityAtDesk: false }])
  })
})

describe('a program that fills in what nobody sees', () => {
  it('is thanked, and nothing is kept or written', async () => {
    house = await openHouse()
    const bait = { ...arjun, website: 'https://spam.example' }
    const good = await register({ ...arjun, email: 'real@example.com' })
    const reply = await register(bait, { aadharFront: await card() })
    expect([reply.status, reply.text]).toEqual([good.status, good.text])
    expect(await students()).toHaveLength(1)
    const { read } = house.deps.db
    const accounts = await read.selectFrom('accounts').select('email').execute()
    const letters = await read.selectFrom('mails').selectAll().execute()
    expect(accounts.map(({ email }) => email)).not.toContain(arjun.email)
    expect(JSON.stringify(letters)).not.toContain(arjun.email)
  })

  it('has no part in it while the field is empty', async () => {
    house = await openHouse()
    await register({ ...arjun, website: '' })
    expect(await students()).toHaveLength(1)
  })
})

describe('one mailbox', () => {
  async function deleteEverybody() {
    const admin = await house.admin()
    const ids = (await admin.ask(contract.listStudents)).json.map(({ _id }) => _id)
    await admin.ask(contract.deleteStudents, { body: { ids } })
  }

  it('gets letters of ten registrations a day, however its address is written', async () => {
    house = await openHouse({ limits: true })
    const spellings = ['arjun@example.com', 'ARJUN@example.com', 'arjun+1@example.com']
    for (let n = 0; n < 10; n++) {
      const email = spellings[n % 3] ?? ''
      expect((await register({ ...arjun, email })).status).toBe(201)
      await deleteEverybody()
    }
    const reply = await register({ ...arjun, email: 'Arjun+11@example.com' })
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
    expect(await students()).toEqual([])
    expect((await register({ ...arjun, email: 'somebody@example.com' })).status).toBe(201)
  })

  it('is not used up by tries that write no letter', async () => {
    house = await openHouse({ limits: true })
    const broken = { aadharFront: Buffer.from('no picture') }
    for (let n = 0; n < 12; n++) expect((await register(arjun, broken)).status).toBe(400)
    expect((await register(arjun)).status).toBe(201)
    for (let n = 0; n < 12; n++) {
      expect((await register(arjun)).json.code, 'taken, and no more').toBe('email-taken')
    }
    await deleteEverybody()
    expect((await register(arjun)).status).toBe(201)
  })
})
