/**
 * Opens the Counter page without a network: the page itself and the files it needs, which never change under their names.
 * Calls to the server are never answered from here, and other pages are outside its scope.
 */
const page = '/business/counter'
const cacheName = 'exempta-counter'

const isKept = ({ pathname }) =>
  pathname === page || pathname.startsWith('/assets/') || pathname === '/favicon.svg'

/** Everything that the open pages have loaded, so that the first visit is enough. */
async function keepFiles(urls) {
  const cache = await caches.open(cacheName)
  const wanted = new Set(urls)
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
  await Promise.all(
    [...wanted].map(async (url) => {
      if (url.includes('/assets/') && (await cache.match(url))) return
      const response = await fetch(url, { credentials: 'same-origin' })
      if (response.ok) await cache.put(url, response)
    }),
  )
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const urls = event.data?.files?.filter((url) => {
    const address = new URL(url)
    return address.origin === self.location.origin && isKept(address)
  })
  if (urls?.length > 0) event.waitUntil(keepFiles(urls))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || !isKept(url)) return
  // Only when the network fails, so that nothing old is shown while it works.
  event.respondWith(
    fetch(request).catch(async (error) => {
      const cache = await caches.open(cacheName)
      const kept = await cache.match(url.pathname === page ? page : request)
      if (kept) return kept
      throw error
    }),
  )
})
