import { matchPath } from 'react-router'
import type { Session } from '../client/browser-session.ts'
import { can } from '../client/use-can.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { type AdminPage, adminPages } from './admin-pages.ts'

export function findPage(pathname: string): AdminPage | undefined {
  return adminPages.find(({ path }) => matchPath(path, pathname))
}

/** False for a path that is missing from `adminPages`. */
export function canOpenPage(session: Session | null, pathname: string): boolean {
  return findPage(pathname)?.calls.every((call) => can(session, call)) ?? false
}

/** Shown in place of a page that the user's role does not include. */
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
