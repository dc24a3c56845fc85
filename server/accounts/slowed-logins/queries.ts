import type { LetInNetworkRow } from '../../database/account-tables.ts'
import type { Db } from '../../database/database.ts'

export async function listLetInNetworks(db: Db, at: number): Promise<LetInNetworkRow[]> {
  return db
    .selectFrom('let_in_networks')
    .selectAll()
    .where('ends_at', '>', at)
    .orderBy('network')
    .execute()
}

/** Whether the network is let in, for use within a query. */
export function selectLetIn(db: Db, network: string, at: number) {
  return db
    .selectFrom('let_in_networks')
    .select('network')
    .where('network', '=', network)
    .where('ends_at', '>', at)
}

/** Pressed twice, the later one counts. */
export async function saveLetInNetwork(tx: Db, row: LetInNetworkRow): Promise<void> {
  await tx
    .insertInto('let_in_networks')
    .values(row)
    .onConflict((clash) => clash.column('network').doUpdateSet(row))
    .execute()
}

export async function listEndedLetIns(db: Db, at: number): Promise<string[]> {
  const rows = await db
    .selectFrom('let_in_networks')
    .select('network')
    .where('ends_at', '<=', at)
    .execute()
  return rows.map(({ network }) => network)
}

/** @returns when it ended; null where another process was first */
export async function deleteEndedLetIn(
  tx: Db,
  network: string,
  at: number,
): Promise<number | null> {
  const ended = await tx
    .deleteFrom('let_in_networks')
    .where('network', '=', network)
    .where('ends_at', '<=', at)
    .returning('ends_at')
    .executeTakeFirst()
  return ended?.ends_at ?? null
}
