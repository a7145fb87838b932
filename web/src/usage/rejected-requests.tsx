import type { RejectedClient, RejectedRequest } from '@cartage/contract/usage/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Select } from '../ui/form/select.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import type { UsageSearch } from './address.ts'
import { rejectedRequestsQuery } from './queries.ts'

interface RejectedRequestsProps {
  search: UsageSearch
  onClient: (client: string | undefined) => void
}

/** The latest requests answered with 4xx, of all clients or of one. */
export function RejectedRequests({ search, onClient }: RejectedRequestsProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(rejectedRequestsQuery(search))
  if (data === undefined) {
    return error === null ? null : (
      <div className="p-4">
        <ErrorPanel {...failureOf(error)} onRetry={() => refetch()} />
      </div>
    )
  }
  return (
    <section className="px-4 py-3" aria-label={t`Rejected requests`}>
      <div className="flex items-center gap-2 pb-1">
        <h2 className="font-semibold">
          <Trans>Rejected requests</Trans>
        </h2>
        {data.total > 0 && (
          <span className="tnum flex-1 text-[12px] text-ink-3">
            {data.total > data.items.length ? (
              <Trans>
                last {data.items.length} of {data.total}
              </Trans>
            ) : (
              data.total
            )}
          </span>
        )}
        <Clients clients={data.clients} chosen={search.client} onChange={onClient} />
      </div>
      {data.total === 0 ? (
        <p className="text-ink-3">
          <Trans>No rejected requests in this period.</Trans>
        </p>
      ) : (
        <Rows items={data.items} />
      )}
    </section>
  )
}

interface ClientsProps {
  clients: readonly RejectedClient[]
  chosen: string | undefined
  onChange: RejectedRequestsProps['onClient']
}

/** Filter by client. The chosen client stays in the list even without requests in this period. */
function Clients({ clients, chosen, onChange }: ClientsProps) {
  const { t } = useLingui()
  if (clients.length === 0 && chosen === undefined) return null
  const known = clients.map(({ client_id, client_name, refused }) => ({
    value: client_id,
    label: `${client_name ?? client_id} (${refused})`,
  }))
  const isMissing = chosen !== undefined && clients.every(({ client_id }) => client_id !== chosen)
  return (
    <Select
      label={t`Client`}
      placeholder={t`All clients`}
      className="w-64"
      choices={[
        { value: '', label: t`All clients` },
        ...known,
        ...(isMissing ? [{ value: chosen, label: chosen }] : []),
      ]}
      value={chosen ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

function Rows({ items }: { items: readonly RejectedRequest[] }) {
  const { t } = useLingui()
  return (
    <table className="w-full table-fixed text-left">
      <thead className="text-[12px] text-ink-2">
        <tr className="h-7">
          <th scope="col" className="w-32 font-medium">{t`Time`}</th>
          <th scope="col" className="w-40 font-medium">{t`Client`}</th>
          <th scope="col" className="font-medium">{t`Request`}</th>
          <th scope="col" className="w-64 font-medium">{t`Response`}</th>
          <th scope="col" className="w-28 font-medium">{t`Request ID`}</th>
          <th scope="col" className="w-24 text-right font-medium">{t`Retry-After`}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={row.refusal_id} className="h-8 border-t border-line">
            <td>
              <LogTime instant={row.refused_at} />
            </td>
            <td className="truncate pr-2" title={row.client_id}>
              {row.client_name ?? row.client_id}
            </td>
            <td className="truncate pr-2 font-mono text-[11.5px]" title={`${row.method} ${row.path}`}>
              {row.method} {row.path}
            </td>
            <td className="truncate pr-2" title={row.field === null ? row.code : `${row.code}: ${row.field}`}>
              <span className="tnum text-ink-2">{row.status}</span>{' '}
              <span className="font-mono text-[11.5px]">{row.code}</span>
              {row.field !== null && <span className="pl-1.5 font-mono text-[11.5px] text-ink-3">{row.field}</span>}
            </td>
            <td>{row.request_id !== null && <RequestId id={row.request_id} />}</td>
            <td className="tnum text-right">{row.retry_after_s !== null && `${row.retry_after_s} s`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Start of the id. The tooltip and the copy button have all of it. */
function RequestId({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <span className="flex items-center gap-0.5">
      <span className="font-mono text-[11.5px]" title={id}>
        {id.slice(0, 8)}
      </span>
      <CopyButton text={id} label={t`Copy request ID`} />
    </span>
  )
}
