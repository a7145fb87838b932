// The service worker of the page of drivers: keeps the page, so that it opens without signal. What drivers report is kept by
// the page itself, in IndexedDB. One file without imports: the build puts in what it keeps (`web/driver-worker.ts`).
/* @constants */
const page = '/driver'
const cacheName = `cartage-driver-${version}`

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldVersions())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === page) event.respondWith(newestPage(request))
  else if (files.includes(url.pathname)) event.respondWith(keptOr(request, url.pathname))
})

/** All files or none: a version that is not whole is never used. */
async function keepPage() {
  const cache = await caches.open(cacheName)
  const html = new Request(page, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  await cache.addAll([html, ...files])
  await self.skipWaiting()
}

async function dropOldVersions() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('cartage-driver-') && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The page of the server where there is signal, within three seconds; else the one that is kept. */
async function newestPage(request) {
  const kept = await caches.match(page, { ignoreVary: true, cacheName })
  if (!kept) return fetch(request)
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(3_000) })
    return fresh.ok ? fresh : kept
  } catch {
    return kept
  }
}

async function keptOr(request, path) {
  const kept = await caches.match(path, { ignoreVary: true })
  return kept ?? fetch(request)
}
