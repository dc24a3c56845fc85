import { useEffect, useMemo, useState } from 'react'
import type { ErrorKind } from '#core/students/import/check-import.ts'
import type { ShownRow } from './check-columns.tsx'
import { isReady, type useStartedImport } from './use-import.ts'

export type RowFilter = {
  readonly shown: 'mend' | 'ready' | 'out'
  /** Limits the rows with errors to those with one of this kind; empty for all. */
  readonly kind: ErrorKind | ''
}

/** The rows to show. A corrected row stays in its place until another filter is chosen. */
export function useFilteredRows(
  model: ReturnType<typeof useStartedImport>,
  { shown, kind }: RowFilter,
): readonly ShownRow[] {
  const { state, rows, words, checked, lookUp } = model
  const [isLookedUp, setLookedUp] = useState(!lookUp.isPending)
  useEffect(() => {
    if (!lookUp.isPending) setLookedUp(true)
  }, [lookUp.isPending])
  const choice = `${shown} ${kind} ${isLookedUp} ${rows.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken when the filter changes
  const taken = useMemo(() => {
    const faulty = checked.filter((row) => !isReady(row))
    const lines =
      shown === 'out'
        ? state.leftOut
        : (shown === 'ready' ? checked.filter(isReady) : faulty)
            .filter(({ errors }) => kind === '' || shown !== 'mend' || errors.some(hasKind(kind)))
            .map(({ line }) => line)
    const fields = new Map(faulty.map(({ line, errors }) => [line, errors.map((one) => one.field)]))
    return { lines: new Set(lines), fields }
  }, [choice])
  const checkedByLine = new Map(checked.map((row) => [row.line, row]))
  const wordByLine = new Map(
    words
      .filter(({ course }) => course === null)
      .flatMap((word) => word.lines.map((line) => [line, word] as const)),
  )
  // Rows whose word was taken back are faulty since the list was taken.
  const undoneLines = new Set(
    words.flatMap(({ key, lines }) => (state.courseWords[key] === null ? lines : [])),
  )
  return rows
    .filter(({ line }) => taken.lines.has(line) || (shown === 'mend' && undoneLines.has(line)))
    .map(
      ({ line, values }): ShownRow => ({
        line,
        values: { ...values, ...state.edits[line] },
        errors: checkedByLine.get(line)?.errors ?? [],
        isHere: checkedByLine.get(line)?.isHere ?? false,
        isLeftOut: state.leftOut.includes(line),
        openFields: [
          ...(taken.fields.get(line) ?? []),
          ...(undoneLines.has(line) ? (['course'] as const) : []),
        ],
        word: wordByLine.get(line),
      }),
    )
}

export function hasKind(kind: ErrorKind) {
  return (error: { readonly kind: ErrorKind }) => error.kind === kind
}
