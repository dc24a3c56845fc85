import { sql } from 'kysely'
import type { AccountRow } from '../database/account-tables.ts'
import type { Db } from '../database/database.ts'
import { selectKnownPlace } from './place-queries.ts'
import { type Account, toAccount } from './queries.ts'
import { selectLetIn } from './slowed-logins/queries.ts'

type LoginToFind = {
  readonly email: string
  readonly network: string
  readonly networkDigest: string
  /** The digest of one; null without. */
  readonly device: string | null
  readonly since: number
  readonly at: number
}

type FoundLogin = {
  readonly account: Account | undefined
  readonly isKnownDevice: boolean
  readonly isKnownNetwork: boolean
  readonly isLetIn: boolean
}

/** One row for each login, so that one of an unknown account takes the same statement. */
export async function findAccountWithPlaces(
  db: Db,
  { email, network, networkDigest, device, since, at }: LoginToFind,
): Promise<FoundLogin> {
  const row = await db
    .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as('login'))
    .leftJoin('accounts', (join) =>
      join.on('accounts.email', '=', email).on('accounts.deleted_at', 'is', null),
    )
    .selectAll('accounts')
    .select(({ exists }) => [
      exists(selectKnownPlace(db, { kind: 'device', digest: device ?? '', since })).as('is_device'),
      exists(selectKnownPlace(db, { kind: 'network', digest: networkDigest, since })).as(
        'is_network',
      ),
      exists(selectLetIn(db, network, at)).as('is_let_in'),
    ])
    .executeTakeFirstOrThrow()
  return {
    account: row.id === null ? undefined : toAccount(row as AccountRow),
    isKnownDevice: Boolean(row.is_device),
    isKnownNetwork: Boolean(row.is_network),
    isLetIn: Boolean(row.is_let_in),
  }
}
