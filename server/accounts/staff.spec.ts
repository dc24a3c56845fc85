import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adminLogin, changePassword, forgotPassword } from '#contract/accounts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { checkToken } from '#contract/current-session.ts'
import { listEmails } from '#contract/email-log.ts'
import { beginTotp, turnOnTotp } from '#contract/second-factor.ts'
import {
  changeStaffRole,
  disableStaff,
  endStaffSessions,
  inviteStaff,
  listStaff,
  resetSecondFactor,
  type StaffMember,
} from '#contract/staff.ts'
import { getPermissions } from '#core/accounts/permissions.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { createStudent } from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let owner: TestClient
beforeEach(async () => {
  app = await createTestApp()
  owner = await app.createAdmin()
})
afterEach(() => app.close())

async function find(email: string, by = owner): Promise<StaffMember> {
  const { json } = await by.request(listStaff)
  return json.find((member) => member.email === email) ?? expect.unreachable(email)
}

const change = async (email: string, role: 'owner' | 'teacher' | 'office', by = owner) => {
  const { _id: id, version } = await find(email)
  return by.request(changeStaffRole, { params: { id }, body: { role, basedOn: version } })
}

const setDisabled = async (email: string, disabled: boolean, by = owner) => {
  const { _id: id, version } = await find(email)
  return by.request(disableStaff, { params: { id }, body: { disabled, basedOn: version } })
}

const logIn = (email: string, password = adminPassword) =>
  app.createClient().request(adminLogin, { body: { email, password } })

describe('an invitation', () => {
  const nandini = { name: 'Nandini Rao', email: 'nandini@example.com', role: 'teacher' } as const

  async function readPassword() {
    const row = await app.deps.db.read
      .selectFrom('mails')
      .select('text_body')
      .where('kind', '=', 'staff-invitation')
      .executeTakeFirstOrThrow()
    const words = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/i.exec(row.text_body ?? '')
    return words?.[0] ?? expect.unreachable(row.text_body ?? '')
  }

  it('contains a one-time password, which leads to an own password and the role', async () => {
    const { status, json } = await owner.request(inviteStaff, { body: nandini })
    expect(status).toBe(201)
    expect(json.member).toMatchObject({ state: 'invited', role: 'teacher', sessions: 0 })
    expect(json).not.toHaveProperty('password')
    const password = await readPassword()
    const client = app.createClient()
    const body = { email: nandini.email, password }
    const { json: login } = await client.request(adminLogin, { body })
    expect(login).toMatchObject({ firstTimeSignin: true })
    expect((await client.request(listEmails)).status).toBe(403)
    await client.request(changePassword, { body: { ...body, newPassword: adminPassword } })
    expect((await client.request(checkToken)).json).toMatchObject({
      role: 'admin',
      permissions: getPermissions('teacher'),
    })
    expect(await find(nandini.email)).toMatchObject({ state: 'active', sessions: 1 })
  })

  it('expires after 72 hours', async () => {
    await owner.request(inviteStaff, { body: nandini })
    app.advanceClock(72 * 3_600_000)
    expect((await logIn(nandini.email, await readPassword())).status).toBe(401)
  })

  it('is shown once on request, without an email', async () => {
    const body = { ...nandini, deliver: 'show' } as const
    const { json } = await owner.request(inviteStaff, { body })
    expect(json.message).toBe('This password is shown once. It works for 72 hours.')
    expect((await owner.request(listEmails)).json).toEqual([])
    expect((await logIn(nandini.email, json.password ?? '')).json).toMatchObject({
      firstTimeSignin: true,
    })
  })

  it('is refused for an address that already has an account, and sends nothing', async () => {
    const body = { ...nandini, email: 'admin@example.com' }
    const { status, json } = await owner.request(inviteStaff, { body })
    expect([status, json.code, Object.keys(json.fields ?? {})]).toEqual([
      409,
      'email-taken',
      ['email'],
    ])
    expect((await owner.request(listEmails)).json).toEqual([])
  })

  it.each([
    { body: { ...nandini, name: ' ' }, field: 'name' },
    { body: { ...nandini, email: 'nandini' }, field: 'email' },
    { body: { ...nandini, role: 'admin' as never }, field: 'role' },
  ])('says what is wrong with the $field', async ({ body, field }) => {
    const { status, json } = await owner.request(inviteStaff, { body })
    expect([status, Object.keys(json.fields ?? {})]).toEqual([400, [field]])
  })
})

describe('another role', () => {
  it('applies from the next call of an open session', async () => {
    const staff = await app.createStaff('office')
    expect((await staff.request(listEmails)).status).toBe(200)
    expect((await change('office@example.com', 'teacher')).json.member?.role).toBe('teacher')
    expect((await staff.request(listEmails)).status).toBe(403)
    expect((await staff.request(checkToken)).json.permissions).toEqual(getPermissions('teacher'))
  })

  it('is refused where somebody else has changed the account in the meantime', async () => {
    await app.createStaff('office')
    const { _id: id, version } = await find('office@example.com')
    const send = (role: 'owner' | 'teacher') =>
      owner.request(changeStaffRole, { params: { id }, body: { role, basedOn: version } })
    expect((await send('teacher')).status).toBe(200)
    const { status, json } = await send('owner')
    expect([status, json.code]).toEqual([409, 'staff-changed'])
    expect((await find('office@example.com')).role).toBe('teacher')
  })
})

describe('a disabled account', () => {
  it('loses its sessions at once and cannot log in, with or without a new password', async () => {
    const teacher = await app.createStaff('teacher')
    const { json } = await setDisabled('teacher@example.com', true)
    expect(json.member).toMatchObject({ state: 'disabled', sessions: 0, disabledBy: 'Asha Admin' })
    expect((await teacher.request(checkToken)).status).toBe(401)

    const again = await logIn('teacher@example.com')
    expect([again.status, again.json.code]).toEqual([403, 'account-disabled'])
    expect((await logIn('teacher@example.com', 'not the password')).status).toBe(401)
    await app.createClient().request(forgotPassword, { body: { email: 'teacher@example.com' } })
    const body = { email: 'teacher@example.com', password: adminPassword }
    const changed = await app
      .createClient()
      .request(changePassword, { body: { ...body, newPassword: 'a longer admin password' } })
    expect([changed.status, changed.json.code]).toEqual([403, 'account-disabled'])
    expect((await owner.request(listEmails)).json).toEqual([])
  })

  it('can be enabled again, with the role and the password it had', async () => {
    await app.createStaff('teacher')
    await setDisabled('teacher@example.com', true)
    const { json } = await setDisabled('teacher@example.com', false)
    expect(json.member).toMatchObject({ state: 'active', role: 'teacher', disabledBy: null })
    expect((await logIn('teacher@example.com')).status).toBe(200)
  })
})

it('an owner ends the sessions of one member of staff, and leaves the password', async () => {
  const teacher = await app.createStaff('teacher')
  await logIn('teacher@example.com')
  const { _id: id } = await find('teacher@example.com')
  const { json } = await owner.request(endStaffSessions, { params: { id } })
  expect(json.ended).toBe(2)
  expect(await find('teacher@example.com')).toMatchObject({ state: 'active', sessions: 0 })
  expect((await teacher.send('GET', checkToken.path)).status).toBe(200)
  expect(await find('teacher@example.com')).toMatchObject({ sessions: 1 })
})

describe('a reset of a second factor', () => {
  async function createTeacherWithApp() {
    const teacher = await app.createStaff('teacher')
    const { json } = await teacher.request(beginTotp)
    const totp = new TOTP({ secret: Secret.fromBase32(json.key) })
    const body = { code: totp.generate({ timestamp: app.clock.at }) }
    expect((await teacher.request(turnOnTotp, { body })).status).toBe(200)
    return find('teacher@example.com')
  }

  const reset = ({ _id: id }: StaffMember, by = owner) =>
    by.request(resetSecondFactor, { params: { id } })
  const readRows = (table: 'totp_keys' | 'recovery_codes' | 'pending_logins') =>
    app.deps.db.read.selectFrom(table).selectAll().execute()

  it('lets the password alone open the account, ends its sessions and notifies its owner', async () => {
    const member = await createTeacherWithApp()
    expect(member.secondFactor).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect((await logIn(member.email)).json).toMatchObject({
      secondFactor: ['totp', 'recovery'],
    })

    const { status, json } = await reset(member)
    expect([status, json.message]).toEqual([
      200,
      'Staff teacher logs in with the password alone now.',
    ])
    expect(json.member).toMatchObject({
      state: 'active',
      sessions: 0,
      secondFactor: { totp: false, passkeys: 0, recoveryCodesLeft: 0 },
    })
    for (const table of ['totp_keys', 'recovery_codes', 'pending_logins'] as const) {
      expect(await readRows(table)).toEqual([])
    }
    expect((await logIn(member.email)).json).toMatchObject({ firstTimeSignin: false })
    // The first one was about the app.
    const emails = (await owner.request(listEmails)).json.map(({ to, subject }) => [
      to.address,
      subject.startsWith('Your second factor'),
    ])
    expect(emails).toEqual([
      [member.email, true],
      [member.email, true],
    ])
  })

  it('is written to the audit log once, however often it is asked for', async () => {
    const member = await createTeacherWithApp()
    const replies = await Promise.all([reset(member), reset(member), reset(member)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { json } = await owner.request(listAuditEntries)
    const entries = json.filter(({ action }) => action === 'second-factor.reset')
    expect(entries).toMatchObject([
      { actor: 'admin@example.com', about: [{ name: 'teacher@example.com' }], detail: {} },
    ])
  })

  it('ends no session where there is none to reset', async () => {
    const teacher = await app.createStaff('teacher')
    expect((await reset(await find('teacher@example.com'))).status).toBe(200)
    expect((await teacher.request(checkToken)).status).toBe(200)
    expect((await owner.request(listEmails)).json).toEqual([])
  })

  it('is refused for oneself and for a student', async () => {
    const own = await reset(await find('admin@example.com'))
    expect([own.status, own.json.code]).toEqual([409, 'own-second-factor'])
    const { id } = await createStudent(app)
    const { status, json } = await owner.request(resetSecondFactor, { params: { id } })
    expect([status, json.code]).toEqual([404, 'staff-not-found'])
  })
})

it('each change requires reauthentication 15 minutes after the login', async () => {
  await app.createStaff('teacher')
  const { _id: id, version: basedOn } = await find('teacher@example.com')
  const client = createInProcessClient(app.fastify, owner.cookies)
  app.advanceClock(16 * 60_000)
  const params = { id }
  const replies = [
    await client.request(inviteStaff, {
      body: { name: 'Anu', email: 'anu@example.com', role: 'office' },
    }),
    await client.request(changeStaffRole, { params, body: { role: 'owner', basedOn } }),
    await client.request(disableStaff, { params, body: { disabled: true, basedOn } }),
    await client.request(endStaffSessions, { params }),
    await client.request(resetSecondFactor, { params }),
  ]
  expect(replies.map(({ json }) => json.code)).toEqual(
    replies.map(() => 'reauthentication-required'),
  )
  expect((await client.request(listStaff)).status).toBe(200)
})

describe('the last owner', () => {
  it('can be neither changed nor disabled', async () => {
    await app.createStaff('teacher')
    expect((await find('admin@example.com')).isLastOwner).toBe(true)
    const replies = [
      await change('admin@example.com', 'teacher'),
      await setDisabled('admin@example.com', true),
    ]
    expect(replies.map(({ status, json }) => [status, json.code])).toEqual([
      [409, 'last-owner'],
      [409, 'last-owner'],
    ])
    expect((await owner.request(checkToken)).status).toBe(200)
  })

  it('is the only one besides disabled and invited owners', async () => {
    await app.createStaff('owner', 'other@example.com')
    expect((await find('admin@example.com')).isLastOwner).toBe(false)
    const body = { name: 'Late', email: 'late@example.com', role: 'owner' } as const
    await owner.request(inviteStaff, { body })
    await setDisabled('other@example.com', true)
    expect((await find('admin@example.com')).isLastOwner).toBe(true)
    expect((await change('admin@example.com', 'office')).json.code).toBe('last-owner')
  })

  it('remains when two owners take the role from each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `other${round}@example.com`
      const other = await app.createStaff('owner', email)
      const [mine, theirs] = [await find('admin@example.com'), await find(email)]
      const demote = (by: TestClient, { _id: id, version: basedOn }: StaffMember) =>
        by.request(changeStaffRole, { params: { id }, body: { role: 'teacher', basedOn } })
      const replies = await Promise.all([demote(owner, theirs), demote(other, mine)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const rows = await app.deps.db.read
        .selectFrom('accounts')
        .select('email')
        .where('staff_role', '=', 'owner')
        .execute()
      expect(rows).toHaveLength(1)
      if (rows[0]?.email === email) {
        await app.deps.db.write((tx) =>
          tx
            .updateTable('accounts')
            .set({ staff_role: 'owner' })
            .where('email', '=', 'admin@example.com')
            .execute(),
        )
        await change(email, 'teacher')
      }
    }
  })
})

it('each admin from before roles becomes an owner', async () => {
  const student = await createStudent(app)
  const { dataDir, schema } = app
  await app.deps.db.write(async (tx) => {
    for (const column of ['staff_role', 'disabled_at', 'disabled_by']) {
      await sql`ALTER TABLE accounts DROP COLUMN ${sql.ref(column)}`.execute(tx)
    }
    await sql`DELETE FROM migrations WHERE name LIKE '0028%'`.execute(tx)
  })
  await app.close({ keep: true })
  app = await createTestApp({ dataDir, schema })
  const rows = await app.deps.db.read
    .selectFrom('accounts')
    .select(['email', 'staff_role'])
    .orderBy('role')
    .execute()
  expect(rows).toEqual([
    { email: 'admin@example.com', staff_role: 'owner' },
    { email: student.email, staff_role: null },
  ])
  const client = createInProcessClient(app.fastify, owner.cookies)
  expect((await client.request(listStaff)).status).toBe(200)
})

it('the audit log says who did what to whom', async () => {
  await owner.request(inviteStaff, {
    body: { name: 'Nandini Rao', email: 'nandini@example.com', role: 'office' },
  })
  await change('nandini@example.com', 'teacher')
  await setDisabled('nandini@example.com', true)
  await setDisabled('nandini@example.com', false)
  await app.createStaff('teacher')
  const { _id: id } = await find('teacher@example.com')
  await owner.request(endStaffSessions, { params: { id } })
  const { json } = await owner.request(listAuditEntries, { query: { sort: 'oldest' } })
  const entries = json.filter(({ action }) => action.startsWith('staff.'))
  expect(entries.map(({ action, about, detail }) => [action, about[0]?.name, detail])).toEqual([
    ['staff.invited', 'nandini@example.com', { role: 'office' }],
    ['staff.role-changed', 'nandini@example.com', { from: 'office', to: 'teacher' }],
    ['staff.disabled', 'nandini@example.com', {}],
    ['staff.enabled', 'nandini@example.com', {}],
    ['staff.logged-out', 'teacher@example.com', { count: 1 }],
  ])
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['admin@example.com']))
})
