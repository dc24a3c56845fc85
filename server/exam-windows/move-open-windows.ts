import type { Db } from '../database/database.ts'

/** Windows that are open stay so, for as long as they would have been. */
export async function moveOpenWindows(
  tx: Db,
  { at, byMs }: { readonly at: number; readonly byMs: number },
): Promise<void> {
  await tx
    .updateTable('exam_windows')
    .set((eb) => ({
      opens_at: eb('opens_at', '+', byMs),
      closes_at: eb('closes_at', '+', byMs),
      latest_entry_at: eb('latest_entry_at', '+', byMs),
      version: eb('version', '+', 1),
    }))
    .where('opens_at', '<=', at)
    .where('closes_at', '>', at)
    .execute()
}
