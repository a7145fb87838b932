import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { unreliableSourcesQuery } from './queries.ts'

/** Sources that send impossible positions, with the number per resource. */
export function UnreliablePositions({ hours }: { hours: number }) {
  const { t, i18n } = useLingui()
  const days = Math.max(1, Math.round(hours / 24))
  const items = useQuery(unreliableSourcesQuery(days)).data?.items
  if (items === undefined) return null
  return (
    <section className="border-b border-line px-4 py-3" aria-label={t`Ignored positions`}>
      <h2 className="pb-1 font-semibold">
        <Trans>Ignored positions</Trans>
      </h2>
      {items.length === 0 ? (
        <p className="text-ink-3">
          <Trans>No ignored positions in this period.</Trans>
        </p>
      ) : (
        <>
          <p className="pb-1 text-[12px] text-ink-2">
            <Trans>
              Impossible positions stay in the history. They do not affect last positions, ETAs or webhooks.
            </Trans>
          </p>
          <table className="w-full table-fixed text-left">
            <thead className="text-[12px] text-ink-2">
              <tr className="h-7">
                <th scope="col" className="w-56 font-medium">{t`Source`}</th>
                <th scope="col" className="font-medium">{t`Resource`}</th>
                <th scope="col" className="w-28 text-right font-medium">{t`At 0, 0`}</th>
                <th scope="col" className="w-28 text-right font-medium">{t`Jumps`}</th>
                <th scope="col" className="w-36 text-right font-medium">{t`Newest`}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <tr key={`${row.client_id} ${row.resource_id}`} className="h-8 border-t border-line">
                  <td className="truncate pr-2" title={row.client_id}>
                    {row.source_name ?? row.client_id}
                  </td>
                  <td className="truncate pr-2">
                    <Link
                      to="/resources/$resourceId"
                      params={{ resourceId: row.resource_id }}
                      className="underline-offset-2 hover:underline"
                    >
                      {row.resource_name ?? row.resource_id}
                    </Link>
                  </td>
                  <td className="tnum text-right">{i18n.number(row.no_fix)}</td>
                  <td className="tnum text-right">{i18n.number(row.jumps)}</td>
                  <td className="text-right text-ink-3">{row.last_at && <RelativeTime instant={row.last_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
