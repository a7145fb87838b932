import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../ui/status.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { uploadBadge } from '../uploads/status.labels.ts'
import { recentUploadsQuery } from './latest.queries.ts'

const mostShown = 8

/** The latest order uploads, for users who enter orders. */
export function LatestUploads() {
  const { t } = useLingui()
  const { data } = useQuery(recentUploadsQuery)
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label={t`Order uploads`}>
      <div className="flex h-10 items-center gap-2">
        <h2 className="flex-1 font-semibold">
          <Trans>Order uploads</Trans>
        </h2>
        <Link to="/uploads" className="text-[12px] font-medium text-brand-ink underline-offset-2 hover:underline">
          <Trans>All uploads</Trans>
        </Link>
      </div>
      <ul className="rounded-lg border border-line py-1">
        {data.items.slice(0, mostShown).map((upload) => (
          <li key={upload.upload_id}>
            <Link
              to="/uploads"
              search={{ peek: upload.upload_id }}
              className="flex h-8 items-center gap-2.5 px-3 hover:bg-hover"
              title={upload.errors.join(' ') || undefined}
            >
              <span className="tnum min-w-0 flex-1 truncate font-medium">
                {upload.order_name ?? upload.order_identifier}
              </span>
              <StatusBadge badge={uploadBadge(upload.upload_status)} />
              <span className="w-20 shrink-0 truncate text-right text-ink-3">
                <RelativeTime instant={upload.accepted_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
