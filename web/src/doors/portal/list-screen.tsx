import { type Portal, type PortalListedOrder, type PortalState, portalStates } from '@cartage/contract/doors/app/portal'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ArrowRight, Download } from '../../ui/icons.tsx'
import { dayText } from '../kit/moment.ts'
import { DoorNotice } from '../kit/notice.tsx'
import { StopTime } from '../kit/stop-times.tsx'
import { portalStateLabels } from './labels.ts'
import { PlaceLink, StateTag } from './parts.tsx'
import { type Filters, ordersQuery, useExport } from './portal.queries.ts'

const atOnce = 25
const most = 200

/** The customer's orders, newest first. */
export function ListScreen({ portal }: { portal: Portal }) {
  const { t, i18n } = useLingui()
  const [filters, setFilters] = useState<Filters>({ q: '', state: '', toApprove: false })
  const [limit, setLimit] = useState(atOnce)
  const query = useQuery(ordersQuery(useDeferredValue(filters), limit))
  const { items = [], total = 0 } = query.data ?? {}
  const day = dayText(i18n, portal.expires_at)
  return (
    <>
      <div>
        <h1 className="text-[24px] font-semibold leading-8">{t`Your orders`}</h1>
        <p className="text-[15px] text-ink-2">
          {[portal.company_name, portal.person_name].filter((name) => name !== null).join(' · ')}
        </p>
      </div>
      {portal.to_approve > 0 && !filters.toApprove && (
        <button
          type="button"
          className="door-button justify-between! bg-amber-soft text-amber"
          onClick={() => setFilters({ q: '', state: '', toApprove: true })}
        >
          <span>
            {t`Charges to approve`} ({portal.to_approve})
          </span>
          <ArrowRight size={18} aria-hidden="true" />
        </button>
      )}
      <FilterBar filters={filters} onChange={setFilters} />
      {query.error && (
        <DoorNotice tone="red" title={t`The page could not be loaded.`} text={t`Check the connection and try again.`} />
      )}
      {query.data && items.length === 0 && <DoorNotice tone="grey" title={t`No orders found`} />}
      {items.length > 0 && (
        <ul className="door-card divide-y divide-line overflow-hidden" aria-label={t`Your orders`}>
          {items.map((order) => (
            <li key={order.order_id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      )}
      {items.length < Math.min(total, most) && (
        <button
          type="button"
          className="door-button door-button-outline"
          onClick={() => setLimit(Math.min(most, limit * 2))}
        >
          {t`Show more`}
        </button>
      )}
      <p className="text-center text-[14px] text-ink-3">{t`This link works until ${day}`}</p>
    </>
  )
}

interface FilterBarProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const save = useExport(filters)
  return (
    <div className="grid gap-2 md:grid-cols-[1fr_220px_auto]">
      <input
        type="search"
        className="door-input"
        aria-label={t`Search`}
        placeholder={t`Number, reference or container`}
        value={filters.q}
        onChange={(event) => onChange({ ...filters, q: event.target.value })}
      />
      <select
        className="door-input"
        aria-label={t`State`}
        value={filters.state}
        onChange={(event) => onChange({ ...filters, state: event.target.value as PortalState | '', toApprove: false })}
      >
        <option value="">{filters.toApprove ? t`Charges to approve` : t`All states`}</option>
        {portalStates.map((state) => (
          <option key={state} value={state}>
            {t(portalStateLabels[state].word)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="door-button door-button-outline"
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        <Download size={18} aria-hidden="true" />
        {t`Export`}
      </button>
    </div>
  )
}

function OrderRow({ order }: { order: PortalListedOrder }) {
  const { t } = useLingui()
  const { order_id, order_number, reference, state, from, to, container_number, to_approve } = order
  const town = (place: PortalListedOrder['from']) => place?.city ?? place?.name ?? '–'
  return (
    <PlaceLink
      to={{ at: 'order', orderId: order_id }}
      className="grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:grid-cols-[minmax(0,180px)_minmax(0,1fr)_minmax(0,240px)_170px] md:items-center"
    >
      <span className="flex min-w-0 items-center justify-between gap-2 md:block">
        <span className="tnum block truncate font-semibold">{order_number}</span>
        <span className="block truncate text-[14px] text-ink-2">{reference ?? container_number}</span>
      </span>
      <span className="flex min-w-0 items-center gap-2 font-medium">
        <span className="truncate">{town(from)}</span>
        <ArrowRight size={16} className="shrink-0 text-ink-3" aria-hidden="true" />
        <span className="truncate">{town(to)}</span>
      </span>
      <span className="tnum text-[15px] text-ink-2">
        <DeliveryTime order={order} />
      </span>
      <span className="flex flex-wrap items-center gap-2 md:justify-end">
        <StateTag state={state} />
        {to_approve > 0 && <span className="text-[14px] font-semibold text-amber">{t`To approve`}</span>}
      </span>
    </PlaceLink>
  )
}

/** Actual, expected, planned or requested time of the last delivery. */
function DeliveryTime({ order }: { order: PortalListedOrder }) {
  const { state, delivered_at, delivery_on, ...times } = order
  if (state === 'CANCELLED') return null
  const known = { ...times, arrived_at: delivered_at, requested_date: delivery_on }
  return <StopTime stop={{ ...known, left_at: null, state: 'EXPECTED' }} />
}
