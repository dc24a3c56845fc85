import { Outlet } from 'react-router'
import { PageShell } from '../layout/page-shell.tsx'

export default function SiteLayout() {
  return (
    <PageShell banner footer>
      <Outlet />
    </PageShell>
  )
}
