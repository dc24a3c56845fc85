import { type Db, lockRow } from '../database/database.ts'

export type WindowEmailSettings = {
  readonly areSent: boolean
  /** Reminders go out the day before, and only if emails are sent at all. */
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
 * Locks the settings until the transaction ends, so that one process at a time writes emails about
 * windows, and none does after they are switched off.
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

/** Requires the lock of `lockWindowEmailSettings`. */
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
