import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { adminLogin, changePassword } from '#contract/accounts.ts'
import { checkToken } from '#contract/current-session.ts'
import { beginTotp, turnOnTotp } from '#contract/second-factor.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { createStudent } from '#test/factories.ts'
import { adminPassword, createTestApp, type TestApp } from '#test/test-app.ts'
import { parseCommand } from './command-line/parse-command.ts'
import { describeLoss, manageAdmins } from './manage-admins.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const read = (...args: string[]) => parseCommand('admin', args) ?? expect.unreachable()
const manage = async (...args: string[]) => manageAdmins(app.deps, read(...args))
const asha = 'asha@example.com'

async function logIn(email: string, password: string) {
  const client = app.createClient()
  const { status, json } = await client.request(adminLogin, { body: { email, password } })
  return { client, status, json }
}

function findPassword(text: string): string {
  return /^ {2}(\S+)$/m.exec(text)?.[1] ?? expect.unreachable(text)
}

it('adds an admin, who logs in with the one-time password and must set another', async () => {
  const password = findPassword(await manage('add', ' Asha@Example.com '))
  const { client, json } = await logIn(asha, password)
  expect(json).toMatchObject({ firstTimeSignin: true })

  const body = { email: asha, password, newPassword: 'a long admin password' }
  await client.request(changePassword, { body })
  expect((await logIn(asha, 'a long admin password')).json).toMatchObject({
    firstTimeSignin: false,
  })
  expect(await manage('list')).toBe(asha)
})

it('lists who has not logged in yet, and whose password has expired', async () => {
  await manage('add', asha)
  expect(await manage('list')).toMatch(`${asha}   has a one-time password`)
  app.advanceClock(72 * 3_600_000)
  expect(await manage('list')).toMatch(`${asha}   cannot log in: reset it`)
})

it('resets a password, and ends the old one and its sessions at once', async () => {
  const admin = await app.createAdmin()
  const password = findPassword(await manage('reset', 'admin@example.com'))
  expect((await admin.request(checkToken)).status).toBe(401)
  expect((await logIn('admin@example.com', 'a long admin password')).status).toBe(401)
  expect((await logIn('admin@example.com', password)).status).toBe(200)
})

it('removes an account, and ends its sessions at once', async () => {
  const admin = await app.createAdmin()
  await app.createStaff('owner', asha)
  expect(await manage('remove', 'admin@example.com')).toMatch('no longer an admin')
  expect((await admin.request(checkToken)).status).toBe(401)
  expect((await logIn('admin@example.com', 'a long admin password')).status).toBe(401)
  expect(await manage('list')).not.toMatch('admin@example.com')
})

it('does not remove the only admin', async () => {
  await app.createAdmin()
  await expect(manage('remove', 'admin@example.com')).rejects.toThrow('the only admin')
})

it('adds an owner, or staff of the role that is named', async () => {
  await manage('add', asha)
  await manage('add', 'ravi@example.com', '--role', 'teacher')
  await manage('add', '--role', 'office', 'usha@example.com')
  const rows = await app.deps.db.read
    .selectFrom('accounts')
    .select('staff_role')
    .orderBy('email')
    .execute()
  expect(rows.map(({ staff_role }) => staff_role)).toEqual(['owner', 'teacher', 'office'])
  expect(await manage('list')).toMatch('ravi@example.com   teacher, has a one-time password')
  await expect(manage('add', 'x@example.com', '--role', 'admin')).rejects.toThrow(
    'A role is one of',
  )
})

it('does not remove the last owner, even if there is other staff', async () => {
  await app.createAdmin()
  await manage('add', asha, '--role', 'teacher')
  await expect(manage('remove', 'admin@example.com')).rejects.toThrow('the last owner')
  await manage('add', 'usha@example.com')
  await expect(manage('remove', 'admin@example.com')).rejects.toThrow('the last owner')
  await app.createStaff('owner', 'ravi@example.com')
  expect(await manage('remove', 'admin@example.com')).toMatch('no longer an admin')
})

it('does not add an address twice, and finds no address that is not an admin', async () => {
  await manage('add', asha)
  await expect(manage('add', asha)).rejects.toThrow('is an admin already')
  await expect(manage('reset', 'usha@example.com')).rejects.toThrow('There is no admin')
  await expect(manage('remove', 'usha@example.com')).rejects.toThrow('There is no admin')
})

it.each([['add'], ['add', 'asha'], ['list', asha], ['end-sessions', 'nobody']])(
  'prints its help when a command is not understood (%s %s)',
  async (...args) => {
    await expect(manage(...args)).rejects.toThrow('npm run admin -- <what> [email]')
  },
)

it.each([
  { args: [], message: '<what> is missing' },
  { args: ['add', asha, 'usha@example.com'], message: '"usha@example.com" is one word too many' },
  { args: ['romove', asha], message: 'There is no word romove. Did you mean remove?' },
  { args: ['add', asha, '--roll', 'office'], message: 'Did you mean --role?' },
  { args: ['reset', asha, '--role', 'office'], message: 'Only add takes a role' },
])('says what is wrong with $args', async ({ args, message }) => {
  await expect(manage(...args)).rejects.toThrow(message)
})

it.each([
  ['reset', 'the password'],
  ['remove', 'the account'],
  ['reset-second-factor', 'the second factor'],
  ['end-sessions', 'out everywhere'],
])('%s names what it will delete', (what, gone) => {
  expect(describeLoss(read(what, asha))).toContain(gone)
})

it('add and list delete nothing', () => {
  expect([describeLoss(read('add', asha)), describeLoss(read('list'))]).toEqual([null, null])
})

it('writes each change to the audit log', async () => {
  await app.createStaff('owner', 'ravi@example.com')
  await manage('add', asha)
  await manage('add', 'usha@example.com')
  await manage('reset', asha)
  await manage('remove', asha)
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .innerJoin('accounts', 'accounts.id', 'subject')
    .select(['action', 'email', 'detail'])
    .orderBy('sequence')
    .execute()
  const detail = JSON.stringify({ via: 'command-line' })
  expect(rows).toEqual([
    { action: 'admin.added', email: asha, detail },
    { action: 'admin.added', email: 'usha@example.com', detail },
    { action: 'admin.reset', email: asha, detail },
    { action: 'admin.removed', email: asha, detail },
  ])
})

it('ends the sessions of one account, or of everybody, and leaves the passwords', async () => {
  const admin = createInProcessClient(app.fastify, (await app.createAdmin()).cookies)
  const [student, other] = [await createStudent(app), await createStudent(app)]
  const statuses = async () =>
    Promise.all([admin, student, other].map(async (one) => (await one.request(checkToken)).status))
  expect(await manage('end-sessions', student.email)).toBe('1 session has ended.')
  expect(await statuses()).toEqual([200, 401, 200])
  expect(await manage('end-sessions', student.email)).toBe('0 sessions have ended.')
  expect(await manage('end-sessions', 'everyone')).toBe('2 sessions have ended.')
  expect(await statuses()).toEqual([401, 401, 401])
  expect((await logIn('admin@example.com', 'a long admin password')).status).toBe(200)
  await expect(manage('end-sessions', 'nobody@example.com')).rejects.toThrow('There is no account')
})

it('resets a second factor: the password alone opens the account, and an email says so', async () => {
  const admin = await app.createAdmin()
  const email = 'admin@example.com'
  const { json } = await admin.request(beginTotp)
  const secret = Secret.fromBase32(json.key)
  const code = new TOTP({ secret }).generate({ timestamp: app.clock.at })
  await admin.request(turnOnTotp, { body: { code } })
  const before = await logIn(email, adminPassword)
  expect(before.json).toMatchObject({ secondFactor: ['totp', 'recovery'] })

  expect(await manage('reset-second-factor', email)).toContain('the password alone')
  const after = await logIn(email, adminPassword)
  expect(after.json).toMatchObject({ firstTimeSignin: false })
  expect((await before.client.request(checkToken)).status).toBe(401)
  const { read } = app.deps.db
  expect(await read.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  const mails = await read.selectFrom('mails').select('text_body').execute()
  expect(mails.map(({ text_body }) => text_body).join()).toContain('Your second factor was reset')
})
