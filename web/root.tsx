import './fonts.css'
import './tokens.css'
import './base.css'
import figtree from '@cut/figtree.woff2?url'
import gabarito from '@cut/gabarito.woff2?url'
import { ColorSchemeScript } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router'
import { watchAccount } from './account-watch.ts'
import icon from './icon.svg?url'
import { Broken } from './kit/broken.tsx'
import { Loading } from './kit/loading.tsx'
import { PageShell } from './kit/page-shell.tsx'
import { isLoggedOutShown, onLoggedOutShown } from './log-out.ts'
import { useSession } from './session.tsx'

/** Fetched once somebody is logged in, so that it is here when the line is not. */
const loadLoggedOut = () => import('./kit/logged-out.tsx')
const LoggedOut = lazy(async () => ({ default: (await loadLoggedOut()).LoggedOut }))

const preload = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: LinksFunction = () => [
  preload(figtree),
  preload(gabarito),
  { rel: 'icon', type: 'image/svg+xml', href: icon },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ColorSchemeScript defaultColorScheme="auto" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(watchAccount, [])
  const isLoggedIn = useSession() !== null
  useEffect(() => {
    if (isLoggedIn) loadLoggedOut().catch(() => undefined)
  }, [isLoggedIn])
  const isLoggedOut = useSyncExternalStore(onLoggedOutShown, isLoggedOutShown, isNever)
  if (!isLoggedOut) return <Outlet />
  return (
    <Suspense>
      <LoggedOut />
    </Suspense>
  )
}

const isNever = () => false

export function HydrateFallback() {
  return <Loading />
}

export function ErrorBoundary() {
  return (
    <PageShell>
      <Broken error={useRouteError()} />
    </PageShell>
  )
}
