import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type ReadAll<Row> = (onRead: (count: number) => void) => Promise<readonly Row[]>

export type PrintAll<Row> = ReturnType<typeof usePrintAll<Row>>

/**
 * Prints all rows that the filter finds, not only those that were scrolled to. They are in the page
 * until they are on paper; then it is as it was. `query` says what was asked for: rows of another
 * search are not printed.
 */
export function usePrintAll<Row>(query: string, readAll: ReadAll<Row>) {
  const [readCount, setReadCount] = useState(0)
  const { data, variables, isPending, isError, mutate, reset } = useMutation({
    mutationFn: (_: string) => readAll(setReadCount),
    onMutate: () => setReadCount(0),
  })
  const rows = variables === query ? data : undefined
  useEffect(() => {
    if (!rows) return
    window.addEventListener('afterprint', reset)
    window.print()
    return () => window.removeEventListener('afterprint', reset)
  }, [rows, reset])
  return {
    /** Undefined but for the moment in which they are printed. */
    rows,
    isReading: isPending,
    readCount,
    hasFailed: isError && variables === query,
    start: () => mutate(query),
  }
}
