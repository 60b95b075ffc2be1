import './lib/configure-zod.ts'
import './app/app.css'
import { pageTexts } from '@exempta/contract/page-texts'
import { type ReactNode, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router'
import { ChatLauncher } from './app/shell/chat-launcher.tsx'
import { NotFound, UnexpectedFailure } from './app/shell/not-found.tsx'
import { FullPageSpinner, NavigationProgress, RouteAnnouncer } from './app/shell/page-progress.tsx'
import { onDemand } from './lib/on-demand.tsx'
import { listenForSessionNews, mayBeSignedIn, setSessionState, useSessionState } from './lib/session-store.ts'
import { themeScript } from './lib/theme.ts'

// Only for people who are signed in.
const SessionKeeper = onDemand(async () => (await import('./app/shell/session-keeper.tsx')).SessionKeeper)

export function Layout({ children }: { children: ReactNode }) {
  return (
    // In development the data is always a demo's. Elsewhere the server knows.
    <html lang="en" suppressHydrationWarning data-demo={import.meta.env.DEV ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f2138" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        <DemoMark />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export function HydrateFallback() {
  return (
    <>
      <FullPageSpinner />
      <noscript>
        <p className="fixed inset-x-0 top-0 bg-surface p-6 text-center">
          This page needs JavaScript. Our <a href="/">home page</a> and the other public pages work without
          it.
        </p>
      </noscript>
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <UnexpectedFailure />
}

export default function Root() {
  useSessionSync()
  const state = useSessionState()
  return (
    <>
      <NavigationProgress />
      <Outlet />
      {state.status === 'signed-in' && (
        <SessionKeeper session={state.session} receivedAt={state.receivedAt} />
      )}
      <ChatLauncher />
      <RouteAnnouncer />
    </>
  )
}

/**
 * Above every page of a demo, where it takes no room from what a page keeps in view. It's part of the built pages, and
 * the server shows it with an attribute, so that it needs no script.
 */
function DemoMark() {
  return (
    <aside
      aria-label="Demo"
      className="hidden bg-warning-soft px-4 py-1 text-center text-xs font-medium text-warning-ink in-data-demo:block print:hidden"
    >
      {pageTexts.demo}
    </aside>
  )
}

const loadSession = async () => (await import('./lib/session-calls.ts')).loadSession()

/** Finds out who is signed in when a page opens, and follows what other tabs do. */
function useSessionSync() {
  useEffect(() => {
    if (mayBeSignedIn()) void loadSession()
    return listenForSessionNews((news) => {
      if (news === 'signed-out' || news === 'expired' || news === 'ended' || news === 'not-active')
        setSessionState({ status: 'guest', since: news })
      else void loadSession()
    })
  }, [])
}
