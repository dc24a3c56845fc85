import { afterEach, describe, expect, it } from 'vitest'
import { adminLogin, changePassword } from '#contract/accounts.ts'
import { createStudent, studentPassword } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { createFirstAdmin } from './create-first-admin.ts'

let app: TestApp
afterEach(() => app.close())

describe('a new password', () => {
  it.each([
    { newPassword: 'marvin123', message: 'This password is too common. Choose another one' },
    { newPassword: 'Nair2004!', message: 'Do not make a password of your name' },
    { newPassword: 'priya.n.99', message: 'Do not make a password of your name' },
    { newPassword: 'pnmail2026', message: 'Do not make a password of your email address' },
    { newPassword: '9820000001', message: 'Do not make a password of your phone number' },
    { newPassword: 'fslacademy', message: 'Do not make a password of the institute’s name' },
  ])('must not be $newPassword: its field shows the error', async ({ newPassword, message }) => {
    app = await createTestApp()
    const email = 'pnmail@example.com'
    const student = await createStudent(app, 'Priya Nair', { email })
    const body = { email, password: studentPassword, newPassword }
    const reply = await student.request(changePassword, { body })
    expect(reply).toMatchObject({
      status: 400,
      json: { code: 'weak-password', fields: { newPassword: message } },
    })
  })

  it('may have the name of its owner in a sentence', async () => {
    app = await createTestApp()
    const student = await createStudent(app)
    const newPassword = 'priya plays the violin'
    const body = { email: student.email, password: studentPassword, newPassword }
    expect((await student.request(changePassword, { body })).status).toBe(200)
  })
})

describe('ADMIN_PASSWORD', () => {
  const createAdmin = (ADMIN_PASSWORD: string) =>
    createFirstAdmin(app.deps, { ADMIN_EMAIL: 'desk@example.com', ADMIN_PASSWORD })

  it.each([
    { password: 'short', message: 'Use 8 characters or more.' },
    { password: 'password123', message: 'too common' },
    { password: 'desk2026', message: 'your email address' },
    { password: 'FSL@cademy', message: 'the institute’s name' },
  ])('$password creates no admin, and stops the start', async ({ password, message }) => {
    app = await createTestApp()
    await expect(createAdmin(password)).rejects.toThrow(
      `ADMIN_PASSWORD is no password for an admin.`,
    )
    await expect(createAdmin(password)).rejects.toThrow(message)
    const accounts = await app.deps.db.read.selectFrom('accounts').selectAll().execute()
    expect(accounts).toEqual([])
  })

  it('is distinguished from an address without it, and creates no admin with half a name', async () => {
    app = await createTestApp()
    const half = { ADMIN_EMAIL: 'desk@example.com' }
    const made = await createFirstAdmin(app.deps, half)
    expect(made).toContain('ADMIN_EMAIL is set without ADMIN_PASSWORD')
    expect(made).toContain('address   admin@example.com')
    expect(await createFirstAdmin(app.deps, half)).toMatch(/^ADMIN_EMAIL .* or neither\.\n$/)
    expect(await createFirstAdmin(app.deps, { ADMIN_PASSWORD: 'a fine long sentence' })).toContain(
      'ADMIN_PASSWORD is set without ADMIN_EMAIL',
    )
  })

  it('is ignored where that admin exists', async () => {
    app = await createTestApp()
    expect(await createAdmin('a fine long sentence')).toBe(null)
    expect(await createAdmin('short')).toBe(null)
    const body = { email: 'desk@example.com', password: 'a fine long sentence' }
    expect((await app.createClient().request(adminLogin, { body })).status).toBe(200)
  })
})
