import type { CourseWords } from '#core/students/import/course-words.ts'
import { studentColumns } from '#core/students/import/import-columns.ts'
import type { ImportRole, ImportRow, ImportValues } from '#core/students/import/import-rows.ts'
import type { TableRow } from '#core/tables/row.ts'
import { readStored, removeStored, writeStored } from '../../../client/browser-storage.ts'
import { createIdempotencyKey } from '../../../client/idempotency-key.ts'
import { createColumnMemory } from '../../../spreadsheets/columns/column-memory.ts'

export type Sheet = { readonly name: string; readonly rows: readonly TableRow[] }

/**
 * All that has been brought and said in an import so far. Rows are named by their line in the file.
 */
export type StudentImport = {
  readonly fileName: string
  readonly sheets: readonly Sheet[]
  /** The index of the sheet that is read. */
  readonly sheet: number
  readonly headLine?: number | null
  readonly roles: Readonly<Record<number, ImportRole>>
  /** Courses chosen in this import for the words that the table uses. */
  readonly courseWords: CourseWords
  readonly edits: Readonly<Record<number, ImportValues>>
  readonly leftOut: readonly number[]
  /** Lines whose address looks misspelt and is right. */
  readonly confirmed: readonly number[]
  readonly batchId: string
  readonly deliver: 'mail' | 'slips'
  /** The server carries out one key once; each change makes another. */
  readonly key: string
  /** The server has carried it out. */
  readonly isDone: boolean
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

export type ImportChange = Partial<Omit<StudentImport, 'key' | 'savedAt'>>

export function startImport(
  fileName: string,
  sheets: readonly Sheet[],
  sheet: number,
  batchId = '',
): StudentImport {
  const nothing = { roles: {}, courseWords: {}, edits: {}, leftOut: [], confirmed: [] }
  const table = { fileName, sheets, sheet, batchId }
  return changeImport(
    { ...nothing, ...table, deliver: 'mail', key: '', isDone: false, savedAt: 0 },
    {},
  )
}

/** A changed import gets a new key: the one before may have been sent already. */
export function changeImport(state: StudentImport, change: ImportChange): StudentImport {
  const isOnlyDone = Object.keys(change).every((name) => name === 'isDone') && state.key !== ''
  return {
    ...state,
    isDone: false,
    ...change,
    key: isOnlyDone ? state.key : createIdempotencyKey(),
    savedAt: Date.now(),
  }
}

/** Another table, or other columns: corrections do not fit any more. */
export const nothingMended = { edits: {}, leftOut: [], confirmed: [] } as const

export function editRow(state: StudentImport, line: number, values: ImportValues): ImportChange {
  return { edits: { ...state.edits, [line]: { ...state.edits[line], ...values } } }
}

export function toggleLine(lines: readonly number[], line: number): number[] {
  return lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line]
}

/** The rows as corrected. */
export function applyEdits(
  rows: readonly ImportRow[],
  { edits }: Pick<StudentImport, 'edits'>,
): ImportRow[] {
  return rows.map((row) => {
    const edited = edits[row.line]
    return edited ? { ...row, values: { ...row.values, ...edited } } : row
  })
}

export const studentColumnMemory = createColumnMemory('student-columns', studentColumns)

const keptMs = 60 * 60_000

/** Kept only as long as the tab, and an hour: it is a list of people. */
export function loadImport(): StudentImport | null {
  try {
    const stored = JSON.parse(readStored('student-import') ?? 'null') as StudentImport | null
    if (stored && Date.now() - stored.savedAt < keptMs)
      return { ...stored, courseWords: stored.courseWords ?? {} }
  } catch {
    // A stored import that cannot be read counts as none.
  }
  removeStored('student-import')
  return null
}

/** @returns false where the browser has no room; then a reload loses it */
export function saveImport(state: StudentImport): boolean {
  return writeStored('student-import', JSON.stringify(state))
}

export function dropImport() {
  removeStored('student-import')
}
