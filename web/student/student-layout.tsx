import { Outlet } from 'react-router'
import { requireRole } from '../client/login-redirect.ts'
import { OfflineNotice } from '../layout/offline-notice.tsx'
import { PageShell } from '../layout/page-shell.tsx'
import css from './student-layout.module.css'

export const clientLoader = requireRole('student')

export default function StudentLayout() {
  return (
    <PageShell>
      <div className={css.container}>
        <OfflineNotice />
        <Outlet />
      </div>
    </PageShell>
  )
}
