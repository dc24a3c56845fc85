import { Outlet } from 'react-router'
import { requireRole } from '../client/login-redirect.ts'
import { OfflineNotice } from '../layout/offline-notice.tsx'
import { PageShell } from '../layout/page-shell.tsx'
import css from './layout.module.css'
import { Sidebar } from './sidebar.tsx'

export const clientLoader = requireRole('admin')

export default function AdminLayout() {
  return (
    <PageShell fluid aside={<Sidebar />}>
      <div className={css.main}>
        <OfflineNotice />
        <Outlet />
      </div>
    </PageShell>
  )
}
