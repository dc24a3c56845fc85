import { Outlet } from 'react-router'
import { Column } from '../kit/column.tsx'
import { OfflineNotice } from '../kit/offline-notice.tsx'
import { PageShell } from '../kit/page-shell.tsx'
import { requireRole } from '../login-path.ts'

export const clientLoader = requireRole('student')

export default function StudentLayout() {
  return (
    <PageShell>
      <Column>
        <OfflineNotice />
        <Outlet />
      </Column>
    </PageShell>
  )
}
