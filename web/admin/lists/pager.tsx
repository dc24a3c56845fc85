import { site } from '#site'
import { Button } from '../../ui/button.tsx'
import css from './pager.module.css'

type PagerProps = {
  readonly things: string
  readonly paged: {
    readonly page: number
    readonly pages: number
    readonly from: number
    readonly total: number
    readonly goTo: (page: number) => void
  }
  readonly shown: number
}

export function Pager({ things, paged, shown }: PagerProps) {
  const { page, pages, from, total, goTo } = paged
  return (
    <nav className={css.pages} aria-label="Pages">
      <p role="status">
        {shown === 0
          ? `This page is past the last of ${pages}`
          : `${things} ${from + 1} to ${from + shown} of ${total.toLocaleString(site.locale)}`}
      </p>
      <Button size="row" disabled={page === 1} onClick={() => goTo(Math.min(page - 1, pages))}>
        Previous
      </Button>
      <Button size="row" disabled={page >= pages} onClick={() => goTo(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
