/** The range to read next: the rows from an offset on, and the key of the row before them. */
export type PageRange = { readonly offset: number; readonly after?: string | undefined }

export type Page<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  /** The rows are all from the start of the list, in place of the pages before. */
  readonly isWhole?: true
}

type PagedRequest<Row> = {
  readonly read: (range: { offset: number; limit: number }) => Promise<Page<Row>>
  readonly rowKey: (row: Row) => string
  readonly firstOffset: number
  readonly size: number
}

/**
 * Reads the rows that follow those that are loaded. The last of these is read once more: if it is
 * no longer where it was, somebody has added or removed rows before it, and going on from the
 * offset would skip some. All are read anew then, in one call.
 */
export async function readNextPage<Row>(
  { offset, after }: PageRange,
  { read, rowKey, firstOffset, size }: PagedRequest<Row>,
): Promise<Page<Row>> {
  if (after === undefined) return read({ offset, limit: size })
  const { rows, total } = await read({ offset: offset - 1, limit: size + 1 })
  const [previous, ...next] = rows
  if (previous !== undefined && rowKey(previous) === after) return { rows: next, total }
  const whole = await read({ offset: firstOffset, limit: offset - firstOffset + size })
  return { ...whole, isWhole: true }
}

/** All rows of the list, page by page; `onRead` hears how many are there. */
export async function readAllPages<Row>(
  request: PagedRequest<Row>,
  onRead: (count: number) => void,
): Promise<Row[]> {
  const pages: Page<Row>[] = []
  let range: PageRange | undefined = { offset: request.firstOffset }
  while (range) {
    pages.push(await readNextPage(range, request))
    const loaded = joinPages(pages)
    onRead(loaded.length)
    range = findNextRange(pages, request.rowKey)
  }
  return joinPages(pages)
}

/** Undefined once everything is loaded. */
export function findNextRange<Row>(
  pages: readonly Page<Row>[],
  rowKey: (row: Row) => string,
): PageRange | undefined {
  const { rows = [], total = 0 } = pages.at(-1) ?? {}
  const loaded = joinPages(pages)
  const last = loaded.at(-1)
  return rows.length > 0 && last !== undefined && loaded.length < total
    ? { offset: loaded.length, after: rowKey(last) }
    : undefined
}

/** The rows of all pages, in order. */
export function joinPages<Row>(pages: readonly Page<Row>[]): Row[] {
  return pages.slice(findFirstPage(pages)).flatMap(({ rows }) => rows)
}

/** Finds the first page that counts: the last one that is all of the list so far. */
export function findFirstPage(pages: readonly Page<unknown>[]): number {
  return Math.max(
    0,
    pages.findLastIndex(({ isWhole }) => isWhole),
  )
}
