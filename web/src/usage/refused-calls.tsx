import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { UtcTime } from '../ui/utc-time.tsx'
import { refusedQuery } from './usage.queries.ts'
import type { UsageSearch } from './usage.route.ts'

/** The last hundred requests that were answered 429. */
export function RefusedCalls({ search }: { search: UsageSearch }) {
  const { t } = useLingui()
  const data = useQuery(refusedQuery(search)).data
  if (data === undefined) return null
  return (
    <section className="px-4 py-3" aria-label={t`Refused requests`}>
      <div className="flex items-baseline gap-2 pb-1">
        <h2 className="font-semibold">
          <Trans>Refused requests</Trans>
        </h2>
        {data.total > 0 && (
          <span className="tnum text-[12px] text-ink-3">
            {data.total > data.items.length ? (
              <Trans>
                the last {data.items.length} of {data.total}
              </Trans>
            ) : (
              data.total
            )}
          </span>
        )}
      </div>
      {data.total === 0 ? (
        <p className="text-ink-3">
          <Trans>No request was refused in this time.</Trans>
        </p>
      ) : (
        <table className="w-full table-fixed text-left">
          <thead className="text-[12px] text-ink-2">
            <tr className="h-7">
              <th scope="col" className="w-36 font-medium">{t`When (UTC)`}</th>
              <th scope="col" className="w-56 font-medium">{t`Client`}</th>
              <th scope="col" className="font-medium">{t`Request`}</th>
              <th scope="col" className="w-28 text-right font-medium">{t`Retry-After`}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((row) => (
              <tr key={row.refusal_id} className="h-8 border-t border-line">
                <td>
                  <UtcTime instant={row.refused_at} />
                </td>
                <td className="truncate pr-2" title={row.client_id}>
                  {row.client_name ?? row.client_id}
                </td>
                <td className="truncate font-mono text-[11.5px]">
                  {row.method} {row.path}
                </td>
                <td className="tnum text-right">{row.retry_after_s} s</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
