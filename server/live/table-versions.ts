/** Returns the version of changes that are made together, the same at each call. */
export type ChangeVersion = () => number

export type TableVersions = ReturnType<typeof createTableVersions>

/** The versions of one table, and the students who left it since each of them. */
export function createTableVersions(tableId: string) {
  const removed = new Map<string, number>()
  let version = 0

  return {
    toText: () => `${tableId}.${version}`,

    /** Null if none of them is of this table: before a restart, or of another process. */
    parse(since: string | undefined): number | null {
      const own = since?.split(',').find((one) => one.startsWith(`${tableId}.`))
      const known = Number(own?.slice(tableId.length + 1))
      return Number.isInteger(known) && known <= version ? known : null
    },

    /** There is a new version only once something has changed. */
    startChange(): ChangeVersion {
      let shared: number | null = null
      return () => {
        if (shared === null) {
          version += 1
          shared = version
        }
        return shared
      }
    },

    noteShown: (studentId: string): void => void removed.delete(studentId),

    noteRemoved: (studentId: string, at: number): void => void removed.set(studentId, at),

    /** @param known null for the whole table, which has nobody that is removed */
    listRemoved(known: number | null): string[] {
      if (known === null) return []
      return [...removed].filter(([, since]) => since > known).map(([studentId]) => studentId)
    },
  }
}
