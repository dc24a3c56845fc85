import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spoken } from '../../ui/status.tsx'
import { locatePage } from './list-description.ts'
import css from './list-paging.module.css'
import { hasGoneOn, type ListPlace } from './list-place.ts'
import type { ListModel } from './use-list.ts'

/** How many rows are shown, and the way to the others. */
export function ListPaging<E extends Endpoint>({ list }: ListPagingTarget<E>) {
  const { paging } = list.description
  if (paging.as === 'whole' || list.total === 0 || list.isPending) return null
  if (list.print.rows) return <AllRows list={list} />
  if (paging.as === 'pages') return <Pager list={list} size={paging.size} />
  if (paging.isQuiet && list.rows.length === list.total) return null
  return <LoadMore list={list} size={paging.size} />
}

/** While the list is printed. */
function AllRows<E extends Endpoint>({ list: { total, description } }: ListPagingTarget<E>) {
  const { one, many } = description.things
  return (
    <p className={css.end}>
      {formatCount(total)} {total === 1 ? one : many}
    </p>
  )
}

type ListPagingTarget<E extends Endpoint> = { readonly list: ListModel<E> }
type ListPagingProps<E extends Endpoint> = { readonly list: ListModel<E>; readonly size: number }

function Pager<E extends Endpoint>({ list, size }: ListPagingProps<E>) {
  const { rows, total, state, description, goToPage } = list
  const { pages, from, previous, next } = locatePage({ page: state.page, total, size })
  const words =
    rows.length === 0
      ? `This page is past the last of ${formatCount(pages)}`
      : `${capitalize(description.things.many)} ${formatCount(from + 1)} to ${formatCount(from + rows.length)} of ${formatCount(total)}`
  return (
    <nav className={css.pages} aria-label="Pages">
      <p>{words}</p>
      <SpokenPlace list={list} words={`Page ${state.page} of ${formatCount(pages)}. ${words}`} />
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

type SpokenPlaceProps<E extends Endpoint> = {
  readonly list: ListModel<E>
  readonly words: string
}

/** Speaks of the rows once the reader has gone on to others, as a whole sentence. */
function SpokenPlace<E extends Endpoint>({ list, words }: SpokenPlaceProps<E>) {
  const { state, rows, total, isPlaceholderData } = list
  const query = JSON.stringify([state.search, state.filters, state.sort])
  const { page } = state
  const shown = rows.length
  const last = useRef<ListPlace>({ query, page, shown, total })
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    if (isPlaceholderData) return
    const place = { query, page, shown, total }
    if (hasGoneOn(last.current, place)) setSpoken(words)
    else if (last.current.query !== query) setSpoken('')
    last.current = place
  }, [isPlaceholderData, query, page, shown, total, words])
  return <Spoken>{spoken}</Spoken>
}

/** Loads more as the reader scrolls near; the button is for readers who get there first. */
function LoadMore<E extends Endpoint>({ list, size }: ListPagingProps<E>) {
  const { rows, total, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const shown = rows.length
  const { many } = list.description.things
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const sentinel = useInfiniteScroll<HTMLDivElement>(canLoadMore, shown, fetchNextPage)
  return (
    <div ref={sentinel} className={css.end}>
      <p>
        Showing {formatCount(shown)} of {formatCount(total)}
        {isFetchingNextPage && `. Loading ${Math.min(size, total - shown)} more…`}
      </p>
      <SpokenPlace
        list={list}
        words={`${formatCount(shown)} of ${formatCount(total)} ${many} shown`}
      />
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
