import { useEffect } from 'react'
import { NetworkFault } from '../api.ts'
import css from './broken.module.css'
import { Button } from './button.tsx'
import { PageHeading } from './page-heading.tsx'

/** A fault nobody foresaw, told in one sentence. */
export function Broken({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <div className={css.page}>
      <title>Something went wrong</title>
      <PageHeading title="Something went wrong" />
      <p>
        {error instanceof NetworkFault ? error.message : 'This page could not be shown.'} Nothing
        you have sent before is lost.
      </p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  )
}
