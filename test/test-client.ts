import type { FastifyInstance } from 'fastify'
import type { StaffRole } from '#core/accounts/permissions.ts'
import { addAccount } from '#server/accounts/queries.ts'
import type { Deps } from '#server/deps.ts'
import { createInProcessClient, type InProcessClient } from '#server/http/in-process-client.ts'

export type TestClient = InProcessClient

export const adminPassword = 'a long admin password'
const adminEmail = 'admin@example.com'

/** An owner, who may do everything. */
export function createAdmin(app: FastifyInstance, deps: Deps): Promise<TestClient> {
  return createStaff(app, deps, { role: 'owner', email: adminEmail, name: 'Asha Admin' })
}

type NewStaff = { readonly role: StaffRole; readonly email: string; readonly name: string }

/** A member of staff with a password of their own, logged in. */
export async function createStaff(
  app: FastifyInstance,
  deps: Deps,
  member: NewStaff,
): Promise<TestClient> {
  const passwordHash = await deps.passwords.hash(adminPassword)
  const account = { id: deps.newId(), passwordHash, ...member }
  await deps.db.write((tx) => addAccount(tx, account, deps.now()))
  const client = createInProcessClient(app)
  const body = { email: member.email, password: adminPassword }
  const reply = await client.send('POST', '/api/auth/admin', { body })
  if (reply.status !== 200) throw new Error(`The admin could not log in: ${reply.text}`)
  return withReauthentication(client, member.email)
}

/** An admin who re-authenticates when asked, like the dialogs on the screens. */
export function withReauthentication(admin: TestClient, email = adminEmail): TestClient {
  const { send: call } = admin
  admin.send = async (...options) => {
    const reply = await call(...options)
    const isOver = reply.json.code === 'not-signed-in'
    if (!isOver && reply.json.code !== 'reauthentication-required') return reply
    const body = { password: adminPassword }
    const { status } = isOver
      ? await call('POST', '/api/auth/admin', { body: { ...body, email } })
      : await call('POST', '/api/auth/reauthenticate', { body })
    return status === 200 ? call(...options) : reply
  }
  return admin
}
