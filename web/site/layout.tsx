import { Outlet } from 'react-router'
import { PageShell } from '../kit/page-shell.tsx'

export default function SiteLayout() {
  return (
    <PageShell banner footer>
      <Outlet />
    </PageShell>
  )
}
