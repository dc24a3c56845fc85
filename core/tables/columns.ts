import { toColumnLetter } from './heads.ts'

/** The content of a column. */
export type ColumnRole<Field> = Field | 'left-out'

/** How a role came to be. A guess counts for nothing until somebody confirms it. */
export type RoleOrigin = 'head' | 'guess' | 'author' | 'remembered'

export type TableColumn<Field> = {
  /** The index of its cells in a row. */
  readonly position: number
  readonly head: string
  /** Its first values. */
  readonly samples: readonly string[]
  readonly role: ColumnRole<Field> | null
  readonly origin: RoleOrigin | null
}

/** Whether nobody has said yet what this column is. */
export function isUnknown({ role, origin }: TableColumn<unknown>): boolean {
  return role === null || origin === 'guess'
}

export function toColumnLetters(columns: readonly { readonly position: number }[]): string[] {
  return columns.map(({ position }) => toColumnLetter(position))
}
