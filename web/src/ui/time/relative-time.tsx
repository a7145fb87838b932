import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { createClock } from './clock.ts'
import { relativeTime, utcTime } from './time-text.ts'

/** A single timer updates all relative times of the page. */
const clock = createClock(5_000)

/** Time of the last tick, at most ten seconds old. */
export function useNow(): Date {
  return useSyncExternalStore(clock.subscribe, clock.now)
}

/** How long ago an instant was, with the UTC time as tooltip. */
export function RelativeTime({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  const date = new Date(instant)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={utcTime(date)}>
      {relativeTime(date, useNow(), i18n.locale, i18n.locales ?? i18n.locale)}
    </time>
  )
}
