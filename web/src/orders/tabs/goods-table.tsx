import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { useLingui } from '@lingui/react/macro'
import { Flame, Snowflake } from '../../ui/icons.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'

type Consignment = OrderRecord['order']['consignments'][number]
type Good = NonNullable<Consignment['goods']>[number]

/** A line of goods, with its route if the order has several. */
export interface GoodsLine {
  good: Good
  route?: string | undefined
}

/** Table of goods, one per line. */
export function GoodsTable({ label, lines }: { label: string; lines: readonly GoodsLine[] }) {
  const { t, i18n } = useLingui()
  const amount = (value: number | null | undefined) => (
    <span className="tnum">{value == null ? '—' : i18n.number(value)}</span>
  )
  return (
    <PlainTable<GoodsLine>
      label={label}
      rows={lines}
      keyOf={({ good }) => good.id}
      columns={[
        { id: 'goods', title: t`Goods`, cell: (line) => <What line={line} /> },
        { id: 'pieces', title: t`Quantity`, width: 'w-20', align: 'right', cell: ({ good }) => amount(good.quantity) },
        {
          id: 'packaging',
          title: t`Packaging`,
          width: 'w-32',
          cell: ({ good }) => good.packaging_type?.name ?? good.packaging_type?.code ?? '—',
        },
        {
          id: 'weight',
          title: t`Weight (kg)`,
          width: 'w-28',
          align: 'right',
          cell: ({ good }) => amount(good.total_weight_kg),
        },
        {
          id: 'metres',
          title: t`LDM`,
          width: 'w-28',
          align: 'right',
          cell: ({ good }) => amount(good.total_loading_meters),
        },
      ]}
    />
  )
}

/** Route of a consignment: `Gent → Venlo`. */
export function routeOf({ pickup_stop, delivery_stop }: Consignment): string {
  return [pickup_stop.location.city, delivery_stop.location.city].filter(Boolean).join(' → ')
}

function What({ line: { good, route } }: { line: GoodsLine }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {good.description ?? good.product?.name ?? '—'}
        <Remarks good={good} />
      </span>
      {route !== undefined && <span className="block text-[12px] text-ink-3">{route}</span>}
    </>
  )
}

/** Special properties of a good: dangerous substances and temperature. */
function Remarks({ good }: { good: Good }) {
  const substances = (good.packaged_items ?? []).flatMap(({ adr }) => (adr?.un_number ? [adr] : []))
  const degrees = good.ordered_transport_temperature_degrees
  return (
    <>
      {substances.map((adr) => (
        <span key={adr.un_number} className="tag tone-amber tnum">
          <Flame size={11} aria-hidden="true" />
          {['UN', adr.un_number, adr.adr_class, adr.packing_group].filter(Boolean).join(' ')}
        </span>
      ))}
      {degrees != null && (
        <span className="tag tone-blue tnum">
          <Snowflake size={11} aria-hidden="true" />
          {degrees}°
        </span>
      )}
    </>
  )
}
