import { Outlet } from 'react-router'
import { OfflineNotice } from '../kit/offline-notice.tsx'
import { PageShell } from '../kit/page-shell.tsx'
import { requireRole } from '../login-path.ts'
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
