import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../copy-button.tsx'
import { RotateCw, TriangleAlert } from '../icons.tsx'

interface ErrorPanelProps {
  /** Status of the response. Retrying is pointless for a missing record. */
  status?: number | undefined
  title: string
  message: string
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
}

/** What went wrong, what to do next, and the request id to quote. Announced by screen readers. */
export function ErrorPanel({ status, title, message, requestId, onRetry }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg border border-red-line bg-red-soft px-3 py-2.5">
      <TriangleAlert size={15} className="mt-0.5 shrink-0 text-red" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-red">{title}</p>
        <p className="text-ink-2 [overflow-wrap:anywhere]">{message}</p>
        {requestId !== undefined && <RequestId id={requestId} />}
      </div>
      {onRetry !== undefined && status !== 404 && (
        <button type="button" className="btn btn-outline" onClick={onRetry}>
          <RotateCw size={13} aria-hidden="true" />
          <Trans>Try again</Trans>
        </button>
      )}
    </div>
  )
}

/** Id under which the server logged a request, with a copy button. Collapsed, because it is for support. */
export function RequestId({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <details className="mt-1 text-[12px] text-ink-2">
      <summary className="w-fit cursor-default rounded-sm text-ink-3 hover:text-ink">
        <Trans>Details</Trans>
      </summary>
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Trans>Request ID</Trans>
        <span className="flex items-center gap-1">
          <code className="font-mono text-[11px] [overflow-wrap:anywhere]">{id}</code>
          <CopyButton text={id} label={t`Copy request ID`} className="shrink-0" />
        </span>
      </p>
    </details>
  )
}
