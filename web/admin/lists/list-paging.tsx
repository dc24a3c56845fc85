import { useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { locatePage } from './list-description.ts'
import css from './list-paging.module.css'
import type { ListModel } from './use-list.ts'

/** How many rows are shown, and the way to the others. */
export function ListPaging<E extends Endpoint>({ list }: { readonly list: ListModel<E> }) {
  const { paging } = list.description
  if (paging.as === 'whole' || list.total === 0 || list.isPending) return null
  if (paging.as === 'pages') return <Pager list={list} size={paging.size} />
  if (paging.isQuiet && list.rows.length === list.total) return null
  return <LoadMore list={list} size={paging.size} />
}

type ListPagingProps<E extends Endpoint> = { readonly list: ListModel<E>; readonly size: number }

function Pager<E extends Endpoint>({ list, size }: ListPagingProps<E>) {
  const { rows, total, state, description, goToPage } = list
  const { pages, from, previous, next } = locatePage({ page: state.page, total, size })
  return (
    <nav className={css.pages} aria-label="Pages">
      <p role="status">
        {rows.length === 0
          ? `This page is past the last of ${formatCount(pages)}`
          : `${capitalize(description.things.many)} ${formatCount(from + 1)} to ${formatCount(from + rows.length)} of ${formatCount(total)}`}
      </p>
      <Button size="row" disabled={!previous} onClick={() => previous && goToPage(previous)}>
        Previous
      </Button>
      <Button size="row" disabled={!next} onClick={() => next && goToPage(next)}>
        Next
      </Button>
    </nav>
  )
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Loads more as the reader scrolls near; the button is for readers who get there first. */
function LoadMore<E extends Endpoint>({ list, size }: ListPagingProps<E>) {
  const { rows, total, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const shown = rows.length
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const sentinel = useInfiniteScroll<HTMLDivElement>(canLoadMore, shown, fetchNextPage)
  return (
    <div ref={sentinel} className={css.end}>
      <p role="status">
        Showing {formatCount(shown)} of {formatCount(total)}
        {isFetchingNextPage && `. Loading ${Math.min(size, total - shown)} more…`}
      </p>
      {isFetchNextPageError && (
        <Notice tone="danger" onRetry={() => fetchNextPage()}>
          The next {list.description.things.many} could not be loaded.
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

/** Calls when the element is within 400 px of the window, once for each time that the reader scrolls. */
function useInfiniteScroll<E extends Element>(
  isEnabled: boolean,
  loadedCount: number,
  onNear: () => void,
) {
  const element = useRef<E>(null)
  const latestOnNear = useRef(onNear)
  latestOnNear.current = onNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are observed anew
  useEffect(() => {
    if (!isEnabled || !element.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latestOnNear.current(),
      { rootMargin: '400px' },
    )
    const watched = element.current
    const watch = () => observer.observe(watched)
    document.addEventListener('scroll', watch, { capture: true, once: true, passive: true })
    return () => {
      document.removeEventListener('scroll', watch, { capture: true })
      observer.disconnect()
    }
  }, [isEnabled, loadedCount])
  return element
}
