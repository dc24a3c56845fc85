import type { ComponentProps, ReactNode } from 'react'
import { RefusalError } from '../client/request.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

type EntityPageProps<Entity> = Pick<ComponentProps<typeof PageHeading>, 'title' | 'crumbs'> & {
  /** The call for what the page shows. */
  readonly query: {
    readonly data: Entity | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** Shown while it is loading. */
  readonly skeleton: ReactNode
  /** Shown if there is none at this address. */
  readonly missing: ReactNode
  /** The sentence for any other failure. */
  readonly failed: string
  readonly children: (entity: NonNullable<Entity>) => ReactNode
}

/** A page about one thing, or why it cannot be shown. */
export function EntityPage<Entity>(props: EntityPageProps<Entity>) {
  const { title, crumbs, query, skeleton, missing, failed, children } = props
  const { data, error, refetch } = query
  if (data) return children(data)
  return (
    <>
      <PageHeading title={title} crumbs={crumbs} />
      {!error && skeleton}
      {error &&
        (isMissing(error) ? (
          missing
        ) : (
          <Notice tone="danger" onRetry={refetch}>
            {failed}
          </Notice>
        ))}
    </>
  )
}

/** An address that is no id at all leads to nothing either. */
export function isMissing(error: Error | null): boolean {
  return error instanceof RefusalError && (error.status === 404 || error.status === 400)
}
