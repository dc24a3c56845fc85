import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** In place of a page whose calls would all be refused. */
export function NotYourPage() {
  return (
    <>
      <title>Not open to your account</title>
      <PageHeading title="Not open to your account" />
      <EmptyState
        title="Your role does not include this page."
        help="If you need it, ask an owner of the institute to change your role."
      />
    </>
  )
}
