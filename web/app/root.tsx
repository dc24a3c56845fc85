import '#institute/fonts.css'
import '../ui/other-scripts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '#institute/theme.css'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration,
  useNavigation,
  useRouteError,
} from 'react-router'
import icon from '#institute/icon.svg?url'
import { preloadedFonts } from '#institute/preloaded-fonts.ts'
import { site } from '#site'
import { registerOfflineAnswers } from '../client/account-data.ts'
import { useSession } from '../client/browser-session.ts'
import { headScript } from '../client/browser-storage.ts'
import { followColorScheme } from '../client/color-scheme.ts'
import { createLazyModule, useModule } from '../client/lazy-module.ts'
import { hasRouteFailed, onRouteFailure } from '../client/load-route-module.ts'
import { isLoggedOutShown, onLoggedOutShown, watchAccount } from '../client/log-out.ts'
import { NetworkError } from '../client/request.ts'
import { LoadingPage, PageShell } from '../layout/page-shell.tsx'
import { Announcer } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { pageTitleId } from '../ui/page-title-id.ts'
import { Alert } from '../ui/status.tsx'
import css from './error-page.module.css'
import { blankPageScript, redrawPolicyScript } from './head-scripts.ts'
import { OldBrowserNotice, oldBrowserScript } from './old-browser.tsx'

// A student can log out on any page.
registerOfflineAnswers(() => import('../student/quiz/offline/recover-answers.ts'))

/** Loaded once somebody is logged in, so that it is available offline. */
const loggedOutPage = createLazyModule(() => import('../layout/logged-out-page.tsx'))

const preloadFont = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: LinksFunction = () => [
  ...preloadedFonts.map(preloadFont),
  { rel: 'icon', type: 'image/svg+xml', href: icon },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Until the screen is known, and where there are no scripts. */
export const meta = () => [{ title: site.product }]

/** Scripts are only in the page as it is sent: React neither compares them nor draws them anew. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={site.language} data-color-scheme={getColorScheme()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="theme-color"
          content={import.meta.env.LIGHT_COLOR}
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content={import.meta.env.DARK_COLOR}
          media="(prefers-color-scheme: dark)"
        />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        {import.meta.env.SSR && (
          <>
            <script>{redrawPolicyScript}</script>
            <script>{headScript}</script>
            <script>{blankPageScript}</script>
          </>
        )}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {import.meta.env.SSR ? <ScrollRestoration /> : <ScrollPosition />}
        <Scripts />
        {import.meta.env.SSR && (
          <>
            <OldBrowserNotice />
            <script>{oldBrowserScript}</script>
          </>
        )}
      </body>
    </html>
  )
}

/** As the page shows it: a page that is drawn anew starts without attributes. */
function getColorScheme() {
  return import.meta.env.SSR ? 'light' : document.documentElement.dataset.colorScheme
}

/** Restores the scroll position as `ScrollRestoration` does, without its script. */
function ScrollPosition() {
  UNSAFE_useScrollRestoration()
  return null
}

export default function Root() {
  useEffect(watchAccount, [])
  useEffect(followColorScheme, [])
  const isLoggedIn = useSession() !== null
  const isLoggedOut = useSyncExternalStore(onLoggedOutShown, isLoggedOutShown, returnFalse)
  const { module } = useModule(loggedOutPage, isLoggedIn || isLoggedOut)
  if (isLoggedOut)
    return module ? <module.LoggedOutPage /> : <h1 id={pageTitleId}>You are logged out</h1>
  return (
    <>
      <Outlet />
      <NextPageNotice />
      <Announcer />
    </>
  )
}

const returnFalse = () => false

/** Over the current page, which stays until the next one is loaded. */
function NextPageNotice() {
  const hasFailed = useSyncExternalStore(onRouteFailure, hasRouteFailed, returnFalse)
  const isLoading = useNavigation().state === 'loading'
  if (!hasFailed || !isLoading) return null
  return <Alert className={css.notice}>The page does not load yet. We keep trying.</Alert>
}

export function HydrateFallback() {
  return <LoadingPage />
}

export function ErrorBoundary() {
  return (
    <PageShell>
      <ErrorPage error={useRouteError()} />
    </PageShell>
  )
}

/** Shown for an unexpected error. */
function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <div className={css.page}>
      <title>Something went wrong</title>
      <h1 id={pageTitleId}>Something went wrong</h1>
      <p>
        {error instanceof NetworkError ? error.message : 'This page could not be shown.'} Nothing
        you have sent before is lost.
      </p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  )
}
