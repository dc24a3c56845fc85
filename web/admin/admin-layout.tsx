import {
  IconActivity,
  IconBriefcase,
  IconCalendarEvent,
  IconChartBar,
  IconClipboardList,
  IconFlag,
  IconHistory,
  IconId,
  IconInbox,
  IconMail,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, Outlet, useLoaderData, useLocation } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { useSession } from '../client/browser-session.ts'
import { requireRole } from '../client/login-redirect.ts'
import { OfflineNotice } from '../layout/offline-notice.tsx'
import { PageShell } from '../layout/page-shell.tsx'
import { Badge } from '../ui/badge.tsx'
import css from './admin-layout.module.css'
import { adminPages } from './admin-pages.ts'
import { canOpenPage, findPage, NotYourPage } from './page-access.tsx'
import { useExamDay } from './use-exam-day.ts'

export const clientLoader = requireRole('admin')

export default function AdminLayout() {
  const session = useLoaderData<typeof clientLoader>()
  const { pathname } = useLocation()
  return (
    <PageShell fluid aside={<AdminSidebar />}>
      <div className={css.main}>
        <OfflineNotice />
        {canOpenPage(session, pathname) ? <Outlet /> : <NotYourPage />}
      </div>
    </PageShell>
  )
}

const icons = {
  Tests: IconClipboardList,
  Students: IconUsers,
  Batches: IconUsersGroup,
  Results: IconChartBar,
  Today: IconCalendarEvent,
  Live: IconActivity,
  Incidents: IconFlag,
  Enquiries: IconInbox,
  Mail: IconMail,
  Staff: IconId,
  'Audit log': IconHistory,
}

type LinkName = keyof typeof icons

const linkedPages = adminPages.filter((page) => 'link' in page)

function AdminSidebar() {
  const session = useSession()
  const page = findPage(useLocation().pathname)
  const currentName = page?.link?.name ?? page?.below
  const figures = useFigures()
  const openLinks = linkedPages
    .filter(({ path }) => canOpenPage(session, path))
    .map(({ path, link }) => ({ path, ...link, isCurrent: link.name === currentName }))
  const office = openLinks.filter(({ section }) => section === 'Office')
  const isInOffice = office.some(({ isCurrent }) => isCurrent)
  const toLinks = (section: string) =>
    openLinks
      .filter((link) => link.section === section)
      .map(({ path, name, isCurrent }) => (
        <SidebarLink key={path} path={path} name={name} isCurrent={isCurrent}>
          {figures[name]}
        </SidebarLink>
      ))
  const dayLinks = toLinks('Exam day')
  return (
    <nav className={css.side} aria-label="Admin">
      <span className={css.caption}>Admin</span>
      {toLinks('Admin')}
      {dayLinks.length > 0 && <span className={css.caption}>Exam day</span>}
      {dayLinks}
      {office[0] && (
        <>
          <span className={css.caption}>Office</span>
          <Link
            to={office[0].path}
            className={css.narrowOnly}
            aria-current={isInOffice ? 'true' : undefined}
          >
            <IconBriefcase size={20} stroke={1.75} aria-hidden="true" />
            Office
          </Link>
        </>
      )}
      <div className={css.office} data-open={isInOffice || undefined}>
        {toLinks('Office')}
      </div>
    </nav>
  )
}

type SidebarLinkProps = {
  readonly path: string
  readonly name: LinkName
  readonly isCurrent: boolean
  readonly children: ReactNode
}

function SidebarLink({ path, name, isCurrent, children }: SidebarLinkProps) {
  const Icon = icons[name]
  return (
    <Link to={path} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {name}
      {children}
    </Link>
  )
}

function useFigures(): Partial<Record<LinkName, ReactNode>> {
  const { runningTests, openIncidents } = useExamDay()
  return {
    Live: <Figure tone="ok" count={runningTests} of={runningTests === 1 ? 'test' : 'tests'} />,
    Incidents: <Figure tone="warn" count={openIncidents} of="open" />,
  }
}

type FigureProps = { readonly tone: 'ok' | 'warn'; readonly count: number; readonly of: string }

function Figure({ tone, count, of }: FigureProps) {
  if (count === 0) return null
  return (
    <span className={css.figure}>
      <Badge tone={tone}>
        <span className="visually-hidden">, </span>
        {formatCount(count)} {of}
      </Badge>
    </span>
  )
}
