import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './load-more.module.css'

type Pages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

type LoadMoreProps = {
  readonly query: Pages
  /** What the rows are, in the plural. */
  readonly things: string
  readonly shown: number
  readonly total: number
}

/** Loads more when it comes near; the button is for whoever gets here first. */
export function LoadMore({ query, things, shown, total }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const sentinel = useInfiniteScroll<HTMLDivElement>(canLoadMore, shown, fetchNextPage)
  return (
    <div ref={sentinel} className={css.end}>
      <p role="status">
        Showing {shown} of {total}
        {isFetchingNextPage && `. Loading ${Math.min(10, total - shown)} more…`}
      </p>
      {isFetchNextPageError && (
        <Notice tone="danger" onRetry={() => fetchNextPage()}>
          The next {things} could not be loaded.
        </Notice>
      )}
      {canLoadMore && (
        <Button size="row" onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** Calls when the element comes within 400 px of the window, and again while it stays there. */
function useInfiniteScroll<E extends Element>(
  isEnabled: boolean,
  loadedCount: number,
  onNear: () => void,
) {
  const element = useRef<E>(null)
  const latestOnNear = useRef(onNear)
  latestOnNear.current = onNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are looked at anew
  useEffect(() => {
    if (!isEnabled || !element.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latestOnNear.current(),
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isEnabled, loadedCount])
  return element
}
