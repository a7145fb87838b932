import type { Change } from '@cartage/contract/app/shell'
import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createRefresher, refreshAll } from '../api/refresh.ts'

/** Messages of the stream to the tabs. */
type News =
  | { kind: 'change'; change: Change }
  | { kind: 'reset' }
  | { kind: 'presence'; items: PlanningPresence[] }
  | { kind: 'line'; isOpen: boolean }
  /** The user wants to reconnect at once. */
  | { kind: 'again' }

const lockName = 'cartage.live'
const channelName = 'cartage.live'
/** Number of changes kept for pages that are still loading. */
const mostRecent = 200

/** Milliseconds between attempts to reopen a stream that the browser gave up. */
const reopenMs = 5_000

let isOpen = true
let reopen: () => void = () => {}
let askAgain: () => void = () => {}
const listeners = new Set<() => void>()
/** Pages that handle each change themselves. */
const followers = new Set<(change: Change) => void>()

/** The latest changes, each with its time of arrival. */
const recent: { at: number; change: Change }[] = []

const presenceFollowers = new Set<(items: PlanningPresence[]) => void>()

/**
 * Keeps the displayed data up to date: one stream per browser, shared by its tabs. The tab holding the lock listens to
 * the server and passes messages on. When it closes, another tab takes over.
 * @returns a function that stops it
 */
export function startLive(queryClient: QueryClient): () => void {
  endLive ??= begin(queryClient)
  return () => {
    endLive?.()
    endLive = undefined
  }
}

let endLive: (() => void) | undefined

function begin(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  const leaving = new AbortController()
  const refresher = createRefresher(queryClient)

  function hear(news: News): void {
    if (news.kind === 'line') {
      setLine(news.isOpen)
      // The stream also ends with the session. The request for the counts shows which of them ended.
      if (!news.isOpen) void queryClient.invalidateQueries({ queryKey: ['counts'] })
      return
    }
    if (news.kind === 'again') {
      reopen()
      return
    }
    if (news.kind === 'reset') {
      void refreshAll(queryClient)
      return
    }
    if (news.kind === 'presence') {
      for (const follow of presenceFollowers) follow(news.items)
      return
    }
    recent.push({ at: Date.now(), change: news.change })
    if (recent.length > mostRecent) recent.shift()
    for (const follow of followers) follow(news.change)
    refresher.note(news.change.entity_type)
  }

  function notify(news: News): void {
    // The channel may already be closed.
    if (leaving.signal.aborted) return
    channel.postMessage(news)
    hear(news)
  }

  askAgain = () => {
    notify({ kind: 'again' })
    notify({ kind: 'reset' })
  }
  channel.onmessage = (event: MessageEvent<News>) => hear(event.data)
  void lead(leaving.signal, notify)
  return () => {
    leaving.abort()
    channel.close()
  }
}

/** Waits until no other tab listens, then listens until this tab closes. */
async function lead(signal: AbortSignal, notify: (news: News) => void): Promise<void> {
  // Locks exist on https and localhost only. Elsewhere each tab listens for itself.
  if (!('locks' in navigator)) return listen(signal, notify, false)
  let isTaken = false
  const atOnce = async (lock: Lock | null) => {
    if (lock) await listen(signal, notify, false)
    else isTaken = true
  }
  await navigator.locks.request(lockName, { ifAvailable: true }, atOnce).catch(() => {})
  if (isTaken) await navigator.locks.request(lockName, { signal }, () => listen(signal, notify, true)).catch(() => {})
}

/** @param follows whether another tab listened until now, so that changes since then reached no tab */
function listen(signal: AbortSignal, notify: (news: News) => void, follows: boolean): Promise<void> {
  // Left while waiting for the lock: it must go to the next tab at once.
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasGap = follows
    function open() {
      clearTimeout(timer)
      source?.close()
      // Only a stream resumed by the browser itself states where it was interrupted.
      const asksForAll = hasGap
      hasGap = true
      source = new EventSource('/app/shell/stream')
      if (asksForAll) source.addEventListener('open', () => notify({ kind: 'reset' }), { once: true })
      source.addEventListener('change', (event) => notify({ kind: 'change', change: JSON.parse(event.data) as Change }))
      source.addEventListener('presence', (event) =>
        notify({ kind: 'presence', items: JSON.parse(event.data) as PlanningPresence[] }),
      )
      source.addEventListener('reset', () => notify({ kind: 'reset' }))
      source.onopen = () => notify({ kind: 'line', isOpen: true })
      source.onerror = () => {
        notify({ kind: 'line', isOpen: false })
        // The browser retries by itself, but not after a response that is no stream, such as one from a proxy.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
      }
    }
    open()
    reopen = open
    window.addEventListener('online', open)
    // An interrupted stream stays silent for minutes. Reopening it shows at once whether the server is reachable, even
    // one on this machine.
    window.addEventListener('offline', open)
    signal.addEventListener('abort', () => {
      window.removeEventListener('online', open)
      window.removeEventListener('offline', open)
      clearTimeout(timer)
      source?.close()
      reopen = () => {}
      resolve()
    })
  })
}

/** Handles each change as it arrives, for a page that refetches only what changed. */
export function useChanges(follow: (change: Change) => void): void {
  useFollower(followers, follow)
}

/** Changes of the last milliseconds: data fetched ahead of its page may predate them. */
export function changesOfLast(ms: number): Change[] {
  const since = Date.now() - ms
  return recent.flatMap(({ at, change }) => (at >= since ? [change] : []))
}

/** Subscribes to the users on the planning board and their selections. */
export function usePresences(follow: (items: PlanningPresence[]) => void): void {
  useFollower(presenceFollowers, follow)
}

function useFollower<News>(all: Set<(news: News) => void>, follow: (news: News) => void): void {
  const latest = useRef(follow)
  latest.current = follow
  useEffect(() => {
    const one = (news: News) => latest.current(news)
    all.add(one)
    return () => {
      all.delete(one)
    }
  }, [all])
}

/** Reconnects and refetches everything displayed. */
export function reconnect(): void {
  askAgain()
}

function setLine(value: boolean): void {
  if (isOpen === value) return
  isOpen = value
  for (const listener of listeners) listener()
}

/** Whether changes currently arrive. Otherwise the displayed data may be outdated. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
}
