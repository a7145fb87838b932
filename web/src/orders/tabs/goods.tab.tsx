import type { OrderRecord } from '@cartage/contract/app/order-record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Flame, PackageOpen, Snowflake } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'

type Good = NonNullable<OrderRecord['order']['consignments'][number]['goods']>[number]

/** What is carried, consignment by consignment. */
export function GoodsTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { consignments } = record.order
  if (consignments.every((consignment) => (consignment.goods ?? []).length === 0)) {
    return <EmptyState icon={PackageOpen} title={t`No goods`} text={t`The order says nothing about what is carried.`} />
  }
  return (
    <div className="px-4 py-3">
      {consignments.map((consignment, at) => (
        <section key={consignment.pickup_stop.id} className="pb-5">
          <h2 className="pb-1.5 text-[12px] font-medium text-ink-3">
            <Trans>
              Consignment {at + 1}: {consignment.pickup_stop.location.city} → {consignment.delivery_stop.location.city}
            </Trans>
          </h2>
          <table className="w-full text-left">
            <thead className="text-[12px] text-ink-2">
              <tr className="h-8 border-b border-line">
                <th className="font-medium" scope="col">
                  <Trans>Goods</Trans>
                </th>
                <th className="w-24 text-right font-medium" scope="col">
                  <Trans>Pieces</Trans>
                </th>
                <th className="w-32 pl-4 font-medium" scope="col">
                  <Trans>Packaging</Trans>
                </th>
                <th className="w-28 text-right font-medium" scope="col">
                  <Trans>Weight, kg</Trans>
                </th>
                <th className="w-28 text-right font-medium" scope="col">
                  <Trans>Loading m</Trans>
                </th>
                <th className="w-56 pl-4 font-medium" scope="col">
                  <Trans>Remarks</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {(consignment.goods ?? []).map((good) => (
                <GoodRow key={good.id} good={good} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

function GoodRow({ good }: { good: Good }) {
  const { i18n } = useLingui()
  const number = (value: number | null | undefined) => (value == null ? '—' : i18n.number(value))
  const substances = (good.packaged_items ?? []).flatMap(({ adr }) => (adr?.un_number ? [adr] : []))
  return (
    <tr className="h-(--row) border-b border-line">
      <td>{good.description ?? good.product?.name ?? <span className="text-ink-3">—</span>}</td>
      <td className="tnum text-right">{number(good.quantity)}</td>
      <td className="pl-4">{good.packaging_type?.name ?? good.packaging_type?.code}</td>
      <td className="tnum text-right">{number(good.total_weight_kg)}</td>
      <td className="tnum text-right">{number(good.total_loading_meters)}</td>
      <td className="pl-4">
        <span className="inline-flex flex-wrap gap-1">
          {substances.map((adr) => (
            <span key={adr.un_number} className="tag tone-amber tnum">
              <Flame size={11} aria-hidden="true" />
              {['UN', adr.un_number, adr.adr_class, adr.packing_group].filter(Boolean).join(' ')}
            </span>
          ))}
          {good.ordered_transport_temperature_degrees != null && (
            <span className="tag tone-blue tnum">
              <Snowflake size={11} aria-hidden="true" />
              {good.ordered_transport_temperature_degrees}°
            </span>
          )}
        </span>
      </td>
    </tr>
  )
}
