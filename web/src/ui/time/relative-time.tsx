import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { createClock } from './clock.ts'
import { relativeTime, utcTime } from './time-text.ts'

/** One timer moves every relative time of the page. */
const clock = createClock(5_000)

/** The time of the last tick, at most ten seconds old. */
export function useNow(): Date {
  return useSyncExternalStore(clock.subscribe, clock.now)
}

/** How long ago, with the absolute UTC time as its title. */
export function RelativeTime({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  const date = new Date(instant)
  return (
    <time className="tnum whitespace-nowrap" dateTime={instant} title={utcTime(date)}>
      {relativeTime(date, useNow(), i18n.locale, i18n.locales ?? i18n.locale)}
    </time>
  )
}
