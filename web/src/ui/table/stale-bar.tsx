import { Trans } from '@lingui/react/macro'
import { CloudOff } from '../icons.tsx'
import { RelativeTime } from '../time/relative-time.tsx'

/** Why something could not be loaded. */
export interface Failure {
  title: string
  message: string
  requestId?: string
}

/** Warns that the displayed data is outdated, with its age and the reason. */
export function StaleBar({
  failure,
  updatedAt,
  onRetry,
}: {
  failure: Failure
  updatedAt: number
  onRetry: () => void
}) {
  return (
    <div
      role="status"
      className="flex items-center gap-2 border-b border-line bg-amber-soft px-4 py-1 text-[12px] text-amber"
    >
      <CloudOff size={13} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1" title={failure.requestId}>
        {updatedAt > 0 && (
          <>
            <Trans>
              Last updated <RelativeTime instant={new Date(updatedAt).toISOString()} />.
            </Trans>{' '}
          </>
        )}
        {failure.message}
      </span>
      <button type="button" className="btn btn-ghost h-6 text-amber" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
    </div>
  )
}
