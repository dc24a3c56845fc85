import {
  IconBriefcase,
  IconChartBar,
  IconClipboardList,
  IconInbox,
  IconMail,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { screens } from '#contract/screens.ts'
import css from './sidebar.module.css'

/** Below which addresses a place is the current one. */
const places = [
  {
    to: screens.adminHome,
    name: 'Tests',
    Icon: IconClipboardList,
    below: ['/admin/home', '/admin/create/', '/admin/view/', '/admin/update/'],
  },
  {
    to: screens.students,
    name: 'Students',
    Icon: IconUsers,
    below: ['/admin/fetch/', '/getStudents/'],
  },
  {
    to: screens.scorelist,
    name: 'Results',
    Icon: IconChartBar,
    below: ['/admin/scorelist', '/admin/tests', '/admin/test/', '/getScore/'],
  },
] as const

const officePlaces = [
  { to: screens.enquiries, name: 'Enquiries', Icon: IconInbox },
  { to: screens.mail, name: 'Mail', Icon: IconMail },
] as const

/** Those of the office whose screens stand in `routes.ts`. */
const built: readonly string[] = [screens.enquiries]
const office = officePlaces.filter(({ to }) => built.includes(to))

export function Sidebar() {
  const { pathname } = useLocation()
  const isIn = (below: readonly string[]) => below.some((start) => pathname.startsWith(start))
  const firstOffice = office[0]
  return (
    <nav className={css.side} aria-label="Admin">
      <span className={css.caption}>Admin</span>
      {places.map(({ to, name, Icon, below }) => (
        <Link key={to} to={to} aria-current={isIn(below) ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {name}
        </Link>
      ))}
      {firstOffice && (
        <>
          <span className={css.caption}>Office</span>
          {office.map(({ to, name, Icon }) => (
            <Link
              key={to}
              to={to}
              className={css.wideOnly}
              aria-current={isIn([to]) ? 'page' : undefined}
            >
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              {name}
            </Link>
          ))}
          <Link
            to={firstOffice.to}
            className={css.narrowOnly}
            aria-current={isIn(office.map(({ to }) => to)) ? 'page' : undefined}
          >
            <IconBriefcase size={20} stroke={1.75} aria-hidden="true" />
            Office
          </Link>
        </>
      )}
    </nav>
  )
}
