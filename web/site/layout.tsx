import { Outlet, useLocation } from 'react-router'
import { screens } from '#contract/screens.ts'
import { PageShell } from '../kit/page-shell.tsx'

export default function SiteLayout() {
  const { pathname } = useLocation()
  return (
    <PageShell banner={pathname === screens.home} footer>
      <Outlet />
    </PageShell>
  )
}
