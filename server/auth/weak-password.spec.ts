import { afterEach, describe, expect, it } from 'vitest'
import { adminLogin, changePassword } from '#contract/accounts.ts'
import type { House } from '../house.ts'
import { enrol, studentPassword } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { makeFirstAdmin } from './first-admin.ts'

let house: House
afterEach(() => house.close())

describe('a new password', () => {
  it.each([
    { newPassword: 'marvin123', says: 'This password is too common. Choose another one' },
    { newPassword: 'Nair2004!', says: 'Do not make a password of your name' },
    { newPassword: 'priya.n.99', says: 'Do not make a password of your name' },
    { newPassword: 'pnmail2026', says: 'Do not make a password of your email address' },
    { newPassword: '9820000001', says: 'Do not make a password of your phone number' },
    { newPassword: 'fslacademy', says: 'Do not make a password of the institute’s name' },
  ])('is not $newPassword: it is told under its field', async ({ newPassword, says }) => {
    house = await openHouse()
    const email = 'pnmail@example.com'
    const student = await enrol(house, 'Priya Nair', { email })
    const body = { email, password: studentPassword, newPassword }
    const reply = await student.ask(changePassword, { body })
    expect(reply).toMatchObject({
      status: 400,
      json: { code: 'weak-password', fields: { newPassword: says } },
    })
  })

  it('may have the name of its owner in a sentence', async () => {
    house = await openHouse()
    const student = await enrol(house)
    const newPassword = 'priya plays the violin'
    const body = { email: student.email, password: studentPassword, newPassword }
    expect((await student.ask(changePassword, { body })).status).toBe(200)
  })
})

describe('ADMIN_PASSWORD', () => {
  const make = (ADMIN_PASSWORD: string) =>
    makeFirstAdmin(house.deps, { ADMIN_EMAIL: 'desk@example.com', ADMIN_PASSWORD })

  it.each([
    { password: 'short', says: 'Use 8 characters or more.' },
    { password: 'password123', says: 'too common' },
    { password: 'desk2026', says: 'your email address' },
    { password: 'FSL@cademy', says: 'the institute’s name' },
  ])('$password makes no admin, and stops the start', async ({ password, says }) => {
    house = await openHouse()
    await expect(make(password)).rejects.toThrow(`ADMIN_PASSWORD is no password for an admin.`)
    await expect(make(password)).rejects.toThrow(says)
    const accounts = await house.deps.db.read.selectFrom('accounts').selectAll().execute()
    expect(accounts).toEqual([])
  })

  it('is ignored where that admin exists', async () => {
    house = await openHouse()
    expect(await make('a fine long sentence')).toBe(null)
    expect(await make('short')).toBe(null)
    const body = { email: 'desk@example.com', password: 'a fine long sentence' }
    expect((await house.guest().ask(adminLogin, { body })).status).toBe(200)
  })
})
