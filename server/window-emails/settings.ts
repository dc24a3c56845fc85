import { type Db, lockRow } from '../database/database.ts'

export type WindowEmailSettings = {
  readonly areSent: boolean
  /** The day before; only where emails are sent at all. */
  readonly areRemindersSent: boolean
}

const onlyId = 1
const usual: WindowEmailSettings = { areSent: true, areRemindersSent: false }

export async function getWindowEmailSettings(db: Db): Promise<WindowEmailSettings> {
  const row = await db
    .selectFrom('window_email_settings')
    .selectAll()
    .where('id', '=', onlyId)
    .executeTakeFirst()
  return row ? toSettings(row) : usual
}

/**
 * Locked until the transaction ends: only one process at a time writes emails about windows, and none once
 * they are switched off.
 */
export async function lockWindowEmailSettings(tx: Db): Promise<WindowEmailSettings> {
  await tx
    .insertInto('window_email_settings')
    .values({ id: onlyId, ...toRow(usual) })
    .onConflict((clash) => clash.column('id').doNothing())
    .execute()
  const row = await tx
    .selectFrom('window_email_settings')
    .selectAll()
    .where('id', '=', onlyId)
    .$call(lockRow(tx))
    .executeTakeFirstOrThrow()
  return toSettings(row)
}

/** They must be locked. */
export async function saveWindowEmailSettings(tx: Db, settings: WindowEmailSettings) {
  await tx
    .updateTable('window_email_settings')
    .set(toRow(settings))
    .where('id', '=', onlyId)
    .execute()
}

function toRow({ areSent, areRemindersSent }: WindowEmailSettings) {
  return { are_sent: areSent ? 1 : 0, are_reminders_sent: areRemindersSent ? 1 : 0 }
}

function toSettings(row: { readonly are_sent: number; readonly are_reminders_sent: number }) {
  return { areSent: row.are_sent === 1, areRemindersSent: row.are_reminders_sent === 1 }
}
