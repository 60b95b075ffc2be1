import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { Spinner } from '../../ui/loading.tsx'

export function FullPageSpinner() {
  return (
    <main className="grid min-h-dvh place-items-center bg-page">
      <Spinner label="Loading…" className="size-6 text-accent" />
    </main>
  )
}

/** A thin line at the top while the next page's code loads. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-shimmer bg-accent" />
}

/** What agents see before a title is about messages that wait. */
const waitingCount = /^\(\d+\+?\) /

/**
 * Announces each new page to screen readers; browsers do that only for a full page load. It follows the title, which can
 * come after its page, as that of a document does, and changes wherever a page leads on to another one.
 */
export function RouteAnnouncer() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const shownTitle = () => document.title.replace(waitingCount, '')
    let last = shownTitle()
    const watcher = new MutationObserver(() => {
      if (shownTitle() === last) return
      last = shownTitle()
      setTitle(last)
    })
    watcher.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => watcher.disconnect()
  }, [])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

export const mainId = 'main'

export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="sr-only z-50 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  )
}
