// A process of its own, to be killed while it migrates: opens the database of DATA_DIR and ends.
import { openSqlite } from '#server/database/sqlite.ts'

const db = await openSqlite({
  dataDir: process.env.DATA_DIR ?? '',
  onDiskFault: (error) => {
    throw error
  },
})
await db.close()
