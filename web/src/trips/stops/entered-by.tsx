import { Trans } from '@lingui/react/macro'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** ETA-4: who entered an ETA, and how long ago. Only the time if the user was deleted. */
export function EnteredBy({ said: { at, by } }: { said: { at: string; by: string | null } }) {
  return (
    <span className="text-ink-3">
      {by === null ? (
        <Trans>
          entered <RelativeTime instant={at} />
        </Trans>
      ) : (
        <Trans>
          entered by {by} <RelativeTime instant={at} />
        </Trans>
      )}
    </span>
  )
}
