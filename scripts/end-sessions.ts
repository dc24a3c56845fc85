import { findAccountByEmail } from '#server/accounts/queries.ts'
import { endAccountSessions } from '#server/accounts/sessions/queries.ts'
import { audit, systemActor } from '#server/audit-log/audit.ts'
import type { Deps } from '#server/deps.ts'

type EndSessionsDeps = Pick<Deps, 'db' | 'now' | 'newId'>

/** Takes the sessions of one account, staff or student, or of `everyone`; their passwords stay. */
export async function endSessions(deps: EndSessionsDeps, target: string): Promise<string> {
  const { db, now } = deps
  const ids =
    target === 'everyone'
      ? await listAccountsWithSessions(deps)
      : [await getAccountId(deps, target)]
  let count = 0
  for (const id of ids) {
    const at = now()
    count += await db.write(async (tx) => {
      const ended = await endAccountSessions(tx, id, { reason: 'reset', at })
      const detail = { via: 'command-line', count: ended }
      const event = { actor: systemActor, action: 'session.ended', subject: id, detail } as const
      if (ended > 0) await audit(tx, deps, event, at)
      return ended
    })
  }
  return `${count === 1 ? '1 session has' : `${count} sessions have`} ended.`
}

async function listAccountsWithSessions({ db }: EndSessionsDeps): Promise<string[]> {
  const rows = await db.read.selectFrom('sessions').select('account_id').distinct().execute()
  return rows.map(({ account_id }) => account_id)
}

async function getAccountId({ db }: EndSessionsDeps, email: string): Promise<string> {
  const account = await findAccountByEmail(db.read, email)
  if (!account) throw new Error(`There is no account ${email}.`)
  return account.id
}
