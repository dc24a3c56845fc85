import { Secret, TOTP } from 'otpauth'
import { adminLogin } from '#contract/accounts.ts'
import * as secondFactor from '#contract/second-factor.ts'
import { listSessions } from '#contract/sessions.ts'
import { listStaff } from '#contract/staff.ts'
import type { AuditRow } from './audit-rows.ts'
import { call, type MatrixWorld } from './matrix-calls.ts'
import { createPasskey } from './new-passkey.ts'
import { adminPassword, type TestClient } from './test-app.ts'

export const auditedOrigin = 'https://exams.example.org'
let members = 0
const createMember = ({ app }: MatrixWorld) =>
  app.createStaff('office', `member${++members}@example.com`)

async function createMemberWithApp(world: MatrixWorld): Promise<TestClient> {
  const client = await createMember(world)
  const body = await beginApp(world, client)
  await client.request(secondFactor.turnOnTotp, { body })
  return client
}

async function beginApp({ app }: MatrixWorld, client: TestClient) {
  const { json } = await client.request(secondFactor.beginTotp)
  const totp = new TOTP({ secret: Secret.fromBase32(json.key) })
  return { code: totp.generate({ timestamp: app.clock.at }) }
}

async function beginPasskey(client: TestClient) {
  const { json } = await client.request(secondFactor.beginPasskey)
  const passkey = createPasskey({ challenge: json.challenge, origin: auditedOrigin })
  return { name: 'Phone', passkey }
}

/** A member who has logged in twice, and the id of the other session. */
async function createTwoSessions(world: MatrixWorld) {
  const client = await createMember(world)
  const body = { email: `member${members}@example.com`, password: adminPassword }
  await world.app.createClient().request(adminLogin, { body })
  const { json } = await client.request(listSessions)
  return { client, params: { id: json.sessions.find(({ isThis }) => !isThis)?._id } }
}

async function findMember({ clients }: MatrixWorld, email: string) {
  const reply = await clients['staff: owner']?.request(listStaff)
  const member = reply?.json.find((one) => one.email === email)
  if (!member) throw new Error(`There is no ${email}`)
  return { id: member._id, basedOn: member.version }
}

async function inviteMember(world: MatrixWorld) {
  await createMember(world)
  return findMember(world, `member${members}@example.com`)
}

async function createEnquiryId(world: MatrixWorld): Promise<string> {
  const body = {
    name: 'Priya Nair',
    email: 'priya@example.com',
    contact: '98200 00001',
    course: 'Full Stack Development',
  }
  await call(world, 'sendEnquiry', { body })
  const { json } = await call(world, 'listEnquiries')
  return (json as unknown as { _id: string }[])[0]?._id ?? ''
}

/** An email that failed, with its text. */
async function createFailedEmail(world: MatrixWorld) {
  await call(world, 'sendTestEmail')
  const { db } = world.app.deps
  const rows = await db.read.selectFrom('mails').select('id').where('kind', '=', 'test').execute()
  const id = rows.at(-1)?.id ?? ''
  await db.write((tx) =>
    tx
      .updateTable('mails')
      .set({ state: 'failed', text_body: 'Text', leased_until: null })
      .where('id', '=', id)
      .execute(),
  )
  return { params: { id } }
}

const ownSession = 'it concerns one’s own session only'
const ownBeginning = 'nothing is on before the next step'
const changesNothing = 'it changes nothing'

export const auditedAccounts: readonly AuditRow[] = [
  { name: 'keepSession', lines: [], because: ownSession },
  { name: 'dismissNotice', lines: [], because: 'a notice is put away for oneself' },
  {
    name: 'reauthenticate',
    prepare: () => ({ body: { password: adminPassword } }),
    lines: [],
    because: ownSession,
  },
  { name: 'beginTotp', lines: [], because: ownBeginning },
  { name: 'beginPasskey', lines: [], because: ownBeginning },
  { name: 'createReauthenticationPasskeyChallenge', lines: [], because: ownBeginning },
  {
    name: 'turnOnTotp',
    prepare: async (world) => {
      const client = await createMember(world)
      return { client, body: await beginApp(world, client) }
    },
    lines: ['second-factor.app-on'],
  },
  {
    name: 'turnOffTotp',
    prepare: async (world) => ({ client: await createMemberWithApp(world) }),
    lines: ['second-factor.app-off'],
  },
  {
    name: 'regenerateRecoveryCodes',
    prepare: async (world) => ({ client: await createMemberWithApp(world) }),
    lines: ['second-factor.new-codes'],
  },
  {
    name: 'addPasskey',
    prepare: async (world) => {
      const client = await createMember(world)
      return { client, body: await beginPasskey(client) }
    },
    lines: ['second-factor.passkey-on'],
  },
  {
    name: 'removePasskey',
    prepare: async (world) => {
      const client = await createMember(world)
      const body = await beginPasskey(client)
      await client.request(secondFactor.addPasskey, { body })
      return { client, params: { id: body.passkey.id } }
    },
    lines: ['second-factor.passkey-off'],
  },
  { name: 'confirmSession', prepare: createTwoSessions, lines: [], because: ownSession },
  { name: 'endOwnSession', prepare: createTwoSessions, lines: ['session.ended'] },
  {
    name: 'endOwnSession',
    when: 'of somebody else',
    prepare: async (world) => ({
      ...(await createTwoSessions(world)),
      body: { disowned: true },
    }),
    lines: ['session.disowned'],
  },
  { name: 'endOtherSessions', prepare: createTwoSessions, lines: ['session.ended'] },
  { name: 'inviteStaff', lines: ['staff.invited'] },
  {
    name: 'changeStaffRole',
    prepare: async (world) => {
      const { id, basedOn } = await inviteMember(world)
      return { params: { id }, body: { role: 'teacher', basedOn } }
    },
    lines: ['staff.role-changed'],
  },
  ...[true, false].map((disabled) => ({
    name: 'disableStaff',
    when: disabled ? 'no longer in use' : 'in use again',
    prepare: async (world: MatrixWorld) => {
      const email = disabled ? 'colleague@example.com' : 'disabled@example.com'
      const { id, basedOn } = await findMember(world, email)
      return { params: { id }, body: { disabled, basedOn } }
    },
    lines: [disabled ? ('staff.disabled' as const) : ('staff.enabled' as const)],
  })),
  {
    name: 'endStaffSessions',
    prepare: async (world) => ({ params: { id: (await inviteMember(world)).id } }),
    lines: ['staff.logged-out'],
  },
  {
    name: 'resetSecondFactor',
    prepare: async (world) => {
      await createMemberWithApp(world)
      const { id } = await findMember(world, `member${members}@example.com`)
      return { params: { id } }
    },
    lines: ['second-factor.reset'],
  },
  ...[true, false].map((handled) => ({
    name: 'markEnquiry',
    when: handled ? 'as handled' : 'as open',
    prepare: async (world: MatrixWorld) => {
      const params = { id: await createEnquiryId(world) }
      if (!handled) await call(world, 'markEnquiry', { params, body: { handled: true } })
      return { params, body: { handled } }
    },
    lines: [handled ? ('enquiry.handled' as const) : ('enquiry.reopened' as const)],
  })),
  {
    name: 'eraseEnquiries',
    prepare: async (world) => ({ body: { ids: [await createEnquiryId(world)] } }),
    lines: ['enquiries.erased'],
  },
  { name: 'sendTestEmail', lines: ['mail.test-sent'] },
  { name: 'retryEmail', prepare: createFailedEmail, lines: ['mail.resent'] },
  {
    name: 'retryFailedEmails',
    prepare: async (world) => {
      await createFailedEmail(world)
      return {}
    },
    lines: ['mail.failed-resent'],
  },
  { name: 'retryFailedEmails', when: 'none has failed', lines: [], because: changesNothing },
  { name: 'eraseEmail', prepare: createFailedEmail, lines: ['mail.erased'] },
]
