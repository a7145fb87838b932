import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { PackageOpen } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { GoodsTable, routeOf } from './goods-table.tsx'

/** What is carried, consignment by consignment. */
export function GoodsTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { consignments } = record.order
  if (consignments.every((consignment) => (consignment.goods ?? []).length === 0)) {
    return <EmptyState icon={PackageOpen} title={t`No goods`} text={t`No goods entered on this order.`} />
  }
  return (
    <div className="grid max-w-[1080px] gap-5 px-4 py-4">
      {consignments.map((consignment, at) => (
        <section key={consignment.pickup_stop.id}>
          <h2 className="pb-1.5 text-[12px] font-medium text-ink-3">
            <Trans>
              Consignment {at + 1}: {routeOf(consignment)}
            </Trans>
          </h2>
          <GoodsTable
            label={t`Goods of consignment ${at + 1}`}
            lines={(consignment.goods ?? []).map((good) => ({ good }))}
          />
        </section>
      ))}
    </div>
  )
}
