import { useEffect, useRef } from 'react'

/** The open sheets, the uppermost last. Each has an entry in the history above that of its page. */
const sheets: { readonly close: () => void }[] = []
/** The page under them. */
let pageUrl = ''
/** The position of the router's own pages in the history. */
let pageIndex = 0
let isReturning = false

type EntryState = { readonly sheets?: number; readonly idx?: number } | null

/** How many sheets the current entry of the history stands for. */
function readDepth(): number {
  return (window.history.state as EntryState)?.sheets ?? 0
}

function readPageIndex(): number {
  return (window.history.state as EntryState)?.idx ?? 0
}

/** Back closes the uppermost sheet, which on a phone fills the window like a page. */
export function useCloseOnBack(onClose: () => void, isSheet: boolean) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isSheet) return
    const sheet = { close: () => close.current() }
    sheets.push(sheet)
    pushMissingEntry()
    return () => {
      sheets.splice(sheets.indexOf(sheet), 1)
      // A sheet that opens in the same moment takes over the entry.
      setTimeout(dropNeedlessEntries)
    }
  }, [isSheet])
}

/** With the router's own state: for it this is the same place. */
function pushMissingEntry() {
  if (readDepth() >= sheets.length) return
  pageUrl = window.location.href
  window.history.pushState({ ...window.history.state, sheets: sheets.length }, '')
}

function dropNeedlessEntries() {
  pageIndex = readPageIndex()
  const needless = readDepth() - sheets.length
  if (needless <= 0 || isReturning) return
  isReturning = true
  window.history.go(-needless)
}

/** Before the router hears of it, for which nothing has changed. */
function handlePop(event: PopStateEvent) {
  const depth = readDepth()
  const isFromNextPage = readPageIndex() < pageIndex
  pageIndex = readPageIndex()
  if (isReturning) {
    isReturning = false
    event.stopImmediatePropagation()
    pushMissingEntry()
  } else if (depth > sheets.length) {
    // By Forward. Back from a page to which a sheet led is the router's, which may hold one there.
    if (!isFromNextPage) setTimeout(dropNeedlessEntries)
  } else if (depth < sheets.length && window.location.href === pageUrl) {
    event.stopImmediatePropagation()
    sheets.at(-1)?.close()
    // It may stay open, for instance to ask first.
    setTimeout(pushMissingEntry)
  }
}

// Built pages have no window.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', handlePop, true)
  setTimeout(dropNeedlessEntries)
}
