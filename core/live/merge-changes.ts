/** The table of the live screen as it was at a version, or later for no row. */
export type KnownTable<Row> = {
  /** Null before the first whole table. */
  readonly version: string | null
  /** By the server's clock in ms. */
  readonly sentAt: number
  readonly rows: ReadonlyMap<string, Row>
  /** A change was lost: what came after it waits until all of it is asked for since `version`. */
  readonly isBehind: boolean
}

export type TableChanges<Row> = {
  readonly version: string
  /** The version that was sent before it, or that was asked with. */
  readonly after: string | null
  readonly isWhole: boolean
  readonly sentAt: number
  readonly students: readonly Row[]
  readonly removed: readonly string[]
}

export function createKnownTable<Row>(): KnownTable<Row> {
  return { version: null, sentAt: 0, rows: new Map(), isBehind: false }
}

/**
 * Changes may come twice, late, or not at all. What is known is always one state of the server's
 * table: a change that does not follow it is left out, and asked for again unless it is an old one.
 * Rows that did not change stay the same objects.
 */
export function mergeChanges<Row extends { readonly studentId: string }>(
  known: KnownTable<Row>,
  changes: TableChanges<Row>,
): KnownTable<Row> {
  const { version, after, isWhole, sentAt, students, removed } = changes
  if (isWhole) {
    const rows = new Map(students.map((row) => [row.studentId, keepSame(known, row)]))
    return { version, sentAt, rows, isBehind: false }
  }
  if (after !== known.version) {
    const isOld = version === known.version || sentAt <= known.sentAt
    return isOld && known.version !== null ? known : { ...known, isBehind: true }
  }
  const rows = new Map(known.rows)
  for (const row of students) rows.set(row.studentId, row)
  for (const id of removed) rows.delete(id)
  return { version, sentAt, rows, isBehind: false }
}

function keepSame<Row extends { readonly studentId: string }>(
  { rows }: KnownTable<Row>,
  row: Row,
): Row {
  const before = rows.get(row.studentId)
  return before && JSON.stringify(before) === JSON.stringify(row) ? before : row
}
