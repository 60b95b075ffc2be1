import { useEffect } from 'react'
import { Counter } from '../../../features/coverage/counter.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Counter'

export const meta = pageMeta(title)

/** Only this page can be installed, and only this page opens without a network. */
export const links = () => [{ rel: 'manifest', href: '/business/counter.webmanifest' }]

const address = '/business/counter'
const worker = '/business/counter-worker.js'

/** The worker keeps the page and every file that it has loaded so far. */
async function keepForOffline() {
  await navigator.serviceWorker.register(worker, { scope: address })
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ files: [new URL(address, location.href).href, ...loaded] })
}

export default function CounterPage() {
  useEffect(() => {
    // Private windows have no workers: there the page works like every other.
    if ('serviceWorker' in navigator) keepForOffline().catch(() => undefined)
  }, [])
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={title} />
      <Counter />
    </div>
  )
}
