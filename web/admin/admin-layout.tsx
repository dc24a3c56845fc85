import { Outlet, useLoaderData, useLocation } from 'react-router'
import { requireRole } from '../client/login-redirect.ts'
import { AdminSidebar } from '../layout/admin-sidebar.tsx'
import { OfflineNotice } from '../layout/offline-notice.tsx'
import { canOpenPage, NotYourPage } from '../layout/page-access.tsx'
import { PageShell } from '../layout/page-shell.tsx'
import css from './admin-layout.module.css'

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
