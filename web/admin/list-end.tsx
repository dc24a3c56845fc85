import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './list-end.module.css'
import { useNearEnd } from './use-near-end.ts'

type Pages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

type ListEndProps = {
  readonly query: Pages
  /** What the rows are, in the plural. */
  readonly things: string
  readonly shown: number
  readonly total: number
}

/** Loads more when it comes near; the button is for whoever gets here first. */
export function ListEnd({ query, things, shown, total }: ListEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const isOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const end = useNearEnd<HTMLDivElement>(isOn, shown, fetchNextPage)
  return (
    <div ref={end} className={css.end}>
      <p role="status">
        Showing {shown} of {total}
        {isFetchingNextPage && `. Loading ${Math.min(10, total - shown)} more…`}
      </p>
      {isFetchNextPageError && (
        <Notice tone="danger" onRetry={() => fetchNextPage()}>
          The next {things} could not be loaded.
        </Notice>
      )}
      {isOn && (
        <Button size="row" onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  )
}
