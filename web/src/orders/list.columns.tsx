import type { ListedOrder, OrderLoad } from '@cartage/contract/orders/app/list'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { OrderStatus } from '../records/order.labels.tsx'
import { PunctualityPill } from '../records/punctuality.tsx'
import { EtaMark } from '../trips/stops/eta-mark.tsx'
import { Flame, Handshake, Snowflake } from '../ui/icons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { TwoLines } from '../ui/table/two-lines.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'

/** Columns hidden by default. */
export const hiddenAtFirst: readonly string[] = ['container', 'identifier', 'created']

const titles = {
  number: msg`Order`,
  status: msg`Status`,
  customer: msg`Customer`,
  from: msg`Pickup`,
  to: msg`Delivery`,
  load: msg`Load`,
  carriers: msg`Vehicle and driver`,
  expected: msg`Arrival`,
  cargo: msg`Cargo`,
  container: msg`Container`,
  identifier: msg`Reference ID`,
  created: msg`Created`,
}

/** Columns of the list of orders. */
export function useOrderColumns(): readonly Column<ListedOrder>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { id: 'number', title: t(titles.number), width: 92, isFixed: true, sortKey: 'created', cell: OrderNumber },
      { id: 'status', title: t(titles.status), width: 120, cell: (row) => <OrderStatus status={row.status} /> },
      { id: 'customer', title: t(titles.customer), width: 136, cell: Customer },
      { id: 'from', title: t(titles.from), width: 152, sortKey: 'pickup', cell: Pickup },
      { id: 'to', title: t(titles.to), width: 152, cell: Delivery },
      { id: 'load', title: t(titles.load), width: 136, cell: (row) => <Load load={row.load} /> },
      { id: 'carriers', title: t(titles.carriers), width: 144, cell: (row) => <Carriers order={row} /> },
      { id: 'expected', title: t(titles.expected), width: 126, cell: (row) => <Expected order={row} /> },
      { id: 'cargo', title: t(titles.cargo), width: 118, cell: CargoAndContainer },
      { id: 'container', title: t(titles.container), width: 124, cell: Container },
      {
        id: 'identifier',
        title: t(titles.identifier),
        width: 150,
        cell: (row) => <span title={row.order_identifier}>{row.order_identifier}</span>,
      },
      { id: 'created', title: t(titles.created), width: 100, cell: (row) => <RelativeTime instant={row.created_at} /> },
    ],
    [t],
  )
}

/** Card of an order on a phone. */
export function OrderCard(row: ListedOrder) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-1 pr-2">
      <span className="flex items-center gap-2">
        <span className="tnum font-semibold">{row.order_number}</span>
        <span className="min-w-0 flex-1 truncate text-ink-2">{row.customer.name}</span>
        <OrderStatus status={row.status} />
      </span>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate">
          <Place place={row.from} isShort /> → <Place place={row.to} isShort />
        </span>
        <PunctualityPill verdict={row.punctuality} />
      </span>
      <span className="flex items-center gap-2 text-[12px] text-ink-3">
        <OrderDay date={row.pickup_on} time={row.pickup_from} />
        <span className="min-w-0 flex-1 truncate text-right">{carriersText(row)}</span>
      </span>
    </span>
  )
}

function OrderNumber(row: ListedOrder) {
  return <span className="tnum font-semibold">{row.order_number}</span>
}

function Customer(row: ListedOrder) {
  return (
    <TwoLines
      first={<span title={row.customer.name}>{row.customer.name}</span>}
      second={<span className="tnum">{row.customer_reference_number}</span>}
    />
  )
}

function Pickup(row: ListedOrder) {
  return <Visit place={row.from} date={row.pickup_on} time={row.pickup_from} />
}

function Delivery(row: ListedOrder) {
  return <Visit place={row.to} date={row.delivery_on} time={row.delivery_from} />
}

/** Place, with the date and time below. */
function Visit({ place, date, time }: { place: ListedOrder['from']; date: string | null; time: string | null }) {
  return <TwoLines first={<Place place={place} />} second={<OrderDay date={date} time={time} />} />
}

function Place({ place, isShort = false }: { place: ListedOrder['from']; isShort?: boolean }) {
  if (!place) return <span className="text-ink-3">—</span>
  return (
    <span title={[place.name, place.city, place.country].filter(Boolean).join(', ')}>
      {place.country && <span className="pr-1.5 text-[11px] text-ink-3">{place.country}</span>}
      {place.city ?? place.name}
      {!isShort && place.city !== null && place.name !== null && (
        <span className="pl-1.5 text-ink-3">{place.name}</span>
      )}
    </span>
  )
}

function Load({ load }: { load: OrderLoad }) {
  const { i18n } = useLingui()
  const weight = load.weight_kg > 0 && `${i18n.number(Math.round(load.weight_kg))} kg`
  const rest = [
    load.pieces > 0 && plural(load.pieces, { one: '# piece', other: '# pieces' }),
    load.loading_meters > 0 && `${i18n.number(load.loading_meters, { maximumFractionDigits: 1 })} LDM`,
  ].filter((text) => text !== false)
  if (!weight && rest.length === 0) return <span className="text-ink-3">—</span>
  return <TwoLines first={<span className="tnum">{weight || '—'}</span>} second={rest.join(' · ')} />
}

/** Vehicle and trailer with the driver below. The carrier, if subcontracted. */
function Carriers({ order }: { order: ListedOrder }) {
  if (order.subcontractor !== null) {
    return (
      <TwoLines
        first={
          <span title={order.subcontractor}>
            <Handshake size={13} className="mr-1 inline text-violet" aria-hidden="true" />
            {order.subcontractor}
          </span>
        }
        second={vehiclesOf(order)}
      />
    )
  }
  if (order.carriers.length === 0) return <span className="text-ink-3">—</span>
  const drivers = order.carriers.filter(isDriver).map(({ name }) => name)
  return (
    <TwoLines first={<span title={vehiclesOf(order)}>{vehiclesOf(order) || '—'}</span>} second={drivers.join(', ')} />
  )
}

function isDriver({ resource_type }: ListedOrder['carriers'][number]): boolean {
  return resource_type === 'DRIVER'
}

function vehiclesOf({ carriers }: ListedOrder): string {
  return carriers
    .filter((one) => !isDriver(one))
    .map(({ name, license_plate }) => license_plate ?? name)
    .join(' · ')
}

function carriersText(order: ListedOrder): string {
  return order.subcontractor ?? order.carriers.map(({ name }) => name).join(' · ')
}

function CargoAndContainer(row: ListedOrder) {
  return <TwoLines first={<Cargo order={row} />} second={<span className="tnum">{row.container_number}</span>} />
}

/** Punctuality, with the ETA or actual arrival at the last delivery below. */
function Expected({ order }: { order: ListedOrder }) {
  const pill = <PunctualityPill verdict={order.punctuality} />
  if (order.expected_at === null) return pill
  return <TwoLines first={pill} second={<ExpectedAt order={order} />} />
}

function ExpectedAt({ order }: { order: ListedOrder }) {
  return (
    <>
      <When instant={order.expected_at!} isPlain />
      <EtaMark isEstimated={order.eta_is_estimated} isShort />
    </>
  )
}

function Container(row: ListedOrder) {
  if (row.container_number === null && row.container_type === null) return <span className="text-ink-3">—</span>
  return (
    <span className="tnum">
      {row.container_number !== null && <span className="pr-2">{row.container_number}</span>}
      <span className="text-[11px] text-ink-3">{row.container_type}</span>
    </span>
  )
}

/** Special properties of the goods, as a word or temperature. */
export function Cargo({ order }: { order: ListedOrder }) {
  return (
    <span className="inline-flex gap-1">
      {order.container_scenario !== null && (
        <span className="tag tone-grey">
          {order.container_scenario === 'IMPORT' ? <Trans>Import</Trans> : <Trans>Export</Trans>}
        </span>
      )}
      {order.is_adr && (
        <span className="tag tone-amber">
          <Flame size={11} aria-hidden="true" />
          ADR
        </span>
      )}
      {order.is_tempered && (
        <span className="tag tone-blue tnum">
          <Snowflake size={11} aria-hidden="true" />
          {order.temperature_degrees === null ? <Trans>Reefer</Trans> : degrees(order.temperature_degrees)}
        </span>
      )}
    </span>
  )
}

/** A temperature with its sign: `+2°`, `-18°`. */
function degrees(value: number): string {
  return `${value > 0 ? '+' : ''}${value}°`
}
