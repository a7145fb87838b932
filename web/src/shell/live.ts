import type { Change } from '@cartage/contract/app/shell'
import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createRefresher, refreshAll } from '../api/refresh.ts'

/** What the stream sends to the tabs. */
type News =
  | { kind: 'change'; change: Change }
  | { kind: 'reset' }
  | { kind: 'presence'; items: PlanningPresence[] }
  | { kind: 'line'; isOpen: boolean }
  /** A user wants to reconnect at once. */
  | { kind: 'again' }

const lockName = 'cartage.live'
const channelName = 'cartage.live'
/** Changes that are remembered for pages that are still on their way. */
const mostRecent = 200

/** Between tries to get a line that the browser has failed. */
const reopenMs = 5_000

let isOpen = true
let reopen: () => void = () => {}
let askAgain: () => void = () => {}
const listeners = new Set<() => void>()
/** Pages that follow each change by themselves. */
const followers = new Set<(change: Change) => void>()

/** The last changes, each with when it was heard. */
const recent: { at: number; change: Change }[] = []

const presenceFollowers = new Set<(items: PlanningPresence[]) => void>()

/**
 * Keeps what is shown up to date: one stream per browser, shared by its tabs. The tab that holds the lock listens to
 * the server and passes on what it hears; when it is closed another one takes its place.
 * @returns ends it
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
      // The line also ends with the session: the response to the counts shows which.
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
    // The channel is closed by then.
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

/** Waits until no other tab listens, then listens until this one is closed. */
async function lead(signal: AbortSignal, notify: (news: News) => void): Promise<void> {
  // Locks exist on https and localhost only; elsewhere each tab listens for itself.
  if (!('locks' in navigator)) return listen(signal, notify, false)
  let isTaken = false
  const atOnce = async (lock: Lock | null) => {
    if (lock) await listen(signal, notify, false)
    else isTaken = true
  }
  await navigator.locks.request(lockName, { ifAvailable: true }, atOnce).catch(() => {})
  if (isTaken) await navigator.locks.request(lockName, { signal }, () => listen(signal, notify, true)).catch(() => {})
}

/** @param follows another tab listened until now: what happened since then reached no tab */
function listen(signal: AbortSignal, notify: (news: News) => void, follows: boolean): Promise<void> {
  // Left while it waited for the lock: the lock has to go to the next at once.
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasGap = follows
    function open() {
      clearTimeout(timer)
      source?.close()
      // Only a line that the browser itself takes up again says where it was cut.
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
        // The browser tries again by itself, but not after an answer that is no stream, such as that of a proxy.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
      }
    }
    open()
    reopen = open
    window.addEventListener('online', open)
    // A line that is cut stays silent for minutes. Opening it again shows at once whether the server is heard, as one on
    // this very machine is.
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

/** Follows each change as it arrives, for a page that loads what changed and not everything it shows. */
export function useChanges(follow: (change: Change) => void): void {
  useFollower(followers, follow)
}

/** The changes that were heard in the last milliseconds: what was read ahead of its page may be from before them. */
export function changesOfLast(ms: number): Change[] {
  const since = Date.now() - ms
  return recent.flatMap(({ at, change }) => (at >= since ? [change] : []))
}

/** Follows who has the planning board open and what they have selected. */
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

/** Tries to reconnect and loads everything that is shown again. */
export function reconnect(): void {
  askAgain()
}

function setLine(value: boolean): void {
  if (isOpen === value) return
  isOpen = value
  for (const listener of listeners) listener()
}

/** Whether changes arrive at the moment; without it what is shown may be old. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
}
