import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { relativeTime, utcTime } from './time.ts'

const tickEvery = 5_000
const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer moves every relative time of the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, tickEvery)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

/** The time of the last tick, at most five seconds old. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now)
}

/** How long ago, with the absolute UTC time as its title. */
export function RelativeTime({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  const date = new Date(instant)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={utcTime(date)}>
      {relativeTime(date, useNow(), i18n.locale)}
    </time>
  )
}
