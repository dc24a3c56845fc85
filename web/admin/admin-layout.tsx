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
import { Link, Outlet, useLoaderData, useLocation } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { requireRole } from '../client/login-redirect.ts'
import { useSession } from '../client/session.ts'
import { OfflineNotice } from '../layout/offline-notice.tsx'
import { canOpenPage, NotYourPage } from '../layout/page-access.tsx'
import { PageShell } from '../layout/page-shell.tsx'
import { Badge } from '../ui/badge.tsx'
import css from './admin-layout.module.css'
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

/** `below`: the path prefixes under which a link is the current one. */
const allMainLinks = [
  {
    to: pagePaths.adminHome,
    name: 'Tests',
    Icon: IconClipboardList,
    below: ['/admin/home', '/admin/create/', '/admin/view/', '/admin/update/'],
  },
  {
    to: pagePaths.students,
    name: 'Students',
    Icon: IconUsers,
    below: ['/admin/fetch/', '/getStudents/', '/admin/students/'],
  },
  {
    to: pagePaths.batches,
    name: 'Batches',
    Icon: IconUsersGroup,
    below: ['/admin/batches'],
  },
  {
    to: pagePaths.scoreList,
    name: 'Results',
    Icon: IconChartBar,
    below: ['/admin/scorelist', '/admin/tests', '/admin/test/', '/getScore/'],
  },
] as const

const examDayLinks = [
  { to: pagePaths.today, name: 'Today', Icon: IconCalendarEvent },
  { to: pagePaths.liveExams, name: 'Live', Icon: IconActivity },
  { to: pagePaths.incidents, name: 'Incidents', Icon: IconFlag },
] as const
/** A register is reached through Today, too. */
const belowDay: Readonly<Record<string, readonly string[]>> = {
  [pagePaths.today]: [pagePaths.today, '/admin/windows/'],
}
const isLivePage = (pathname: string) => /^\/admin\/(test\/[^/]+\/)?live$/.test(pathname)

const allOfficeLinks = [
  { to: pagePaths.enquiries, name: 'Enquiries', Icon: IconInbox },
  { to: pagePaths.mail, name: 'Mail', Icon: IconMail },
  { to: pagePaths.staff, name: 'Staff', Icon: IconId },
  { to: pagePaths.audit, name: 'Audit log', Icon: IconHistory },
] as const

function AdminSidebar() {
  const { pathname } = useLocation()
  const session = useSession()
  const mainLinks = allMainLinks.filter(({ to }) => canOpenPage(session, to))
  const dayLinks = examDayLinks.filter(({ to }) => canOpenPage(session, to))
  const officeLinks = allOfficeLinks.filter(({ to }) => canOpenPage(session, to))
  const { runningTests, openIncidents } = useExamDay()
  const isLive = isLivePage(pathname)
  const isCurrent = (below: readonly string[]) =>
    !isLive && below.some((prefix) => pathname.startsWith(prefix))
  const isOfficeCurrent = isCurrent(officeLinks.map(({ to }) => to))
  return (
    <nav className={css.side} aria-label="Admin">
      <span className={css.caption}>Admin</span>
      {mainLinks.map(({ to, name, Icon, below }) => (
        <Link key={to} to={to} aria-current={isCurrent(below) ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {name}
        </Link>
      ))}
      {dayLinks.length > 0 && <span className={css.caption}>Exam day</span>}
      {dayLinks.map(({ to, name, Icon }) => {
        const isCurrentDay = to === pagePaths.liveExams ? isLive : isCurrent(belowDay[to] ?? [to])
        return (
          <Link key={to} to={to} aria-current={isCurrentDay ? 'page' : undefined}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {name}
            {to === pagePaths.liveExams && (
              <Figure tone="ok" count={runningTests} of={runningTests === 1 ? 'test' : 'tests'} />
            )}
            {to === pagePaths.incidents && <Figure tone="warn" count={openIncidents} of="open" />}
          </Link>
        )
      })}
      {officeLinks[0] && (
        <>
          <span className={css.caption}>Office</span>
          <Link
            to={officeLinks[0].to}
            className={css.narrowOnly}
            aria-current={isOfficeCurrent ? 'true' : undefined}
          >
            <IconBriefcase size={20} stroke={1.75} aria-hidden="true" />
            Office
          </Link>
        </>
      )}
      <div className={css.office} data-open={isOfficeCurrent || undefined}>
        {officeLinks.map(({ to, name, Icon }) => (
          <Link key={to} to={to} aria-current={isCurrent([to]) ? 'page' : undefined}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {name}
          </Link>
        ))}
      </div>
    </nav>
  )
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
