import { useEffect } from 'react'
import { NetworkError } from '../client/request.ts'
import { Button } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import css from './error-page.module.css'

/** An unforeseen fault, shown as one sentence. */
export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <div className={css.page}>
      <title>Something went wrong</title>
      <PageHeading title="Something went wrong" />
      <p>
        {error instanceof NetworkError ? error.message : 'This page could not be shown.'} Nothing
        you have sent before is lost.
      </p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  )
}
