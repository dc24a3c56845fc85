export type TableRow = {
  readonly line: number
  readonly cells: readonly string[]
  readonly losses?: readonly CellLoss[]
}

/**
 * Content that a cell shows and its text does not; without a position it belongs to the whole row.
 */
export type CellLoss = { readonly position?: number; readonly cause: string }
