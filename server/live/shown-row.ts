import type { LiveStudent } from '#contract/live.ts'
import type { ChangeVersion, TableVersions } from './table-versions.ts'

/** A row as the screens have it. Mutable: it is refreshed again and again. */
export type ShownRow = {
  shown: LiveStudent | null
  json: string
  /** When it last looked different. */
  version: number
}

export const createShownRow = (): ShownRow => ({ shown: null, json: '', version: 0 })

/** Gives the row its present look, and a new version if that differs from the last one. */
export function showRow(
  row: ShownRow,
  shown: LiveStudent,
  versions: TableVersions,
  change: ChangeVersion,
): void {
  const json = JSON.stringify(shown)
  if (json === row.json) return
  Object.assign(row, { shown, json, version: change() })
  versions.noteShown(shown.studentId)
}
