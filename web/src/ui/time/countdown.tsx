import { Trans } from '@lingui/react/macro'
import { useNow } from './relative-time.tsx'
import { remaining } from './remaining.ts'
import { utcTime } from './time-text.ts'

/** Time until an instant, at most five seconds late. "now" once it is reached. */
export function Countdown({ until }: { until: string }) {
  const left = remaining(new Date(until), useNow())
  return (
    <time dateTime={until} title={utcTime(new Date(until))} className="tnum whitespace-nowrap">
      {left === undefined ? <Trans>now</Trans> : <Trans>in {left}</Trans>}
    </time>
  )
}
