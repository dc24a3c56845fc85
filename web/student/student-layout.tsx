import { Outlet } from 'react-router'
import { requireRole } from '../client/login-redirect.ts'
import { OfflineNotice } from '../layout/offline-notice.tsx'
import { PageShell } from '../layout/page-shell.tsx'
import { Container } from '../ui/container.tsx'

export const clientLoader = requireRole('student')

export default function StudentLayout() {
  return (
    <PageShell>
      <Container>
        <OfflineNotice />
        <Outlet />
      </Container>
    </PageShell>
  )
}
