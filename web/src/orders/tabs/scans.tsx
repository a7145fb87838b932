import type { OrderScan } from '@cartage/contract/orders/app/documents'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from '../../ui/icons.tsx'
import { type BadgeStyle, StatusBadge } from '../../ui/status.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { When } from '../../ui/time/when.tsx'
import { ArrowDownToLine, ArrowUpFromLine, Warehouse } from '../icons.tsx'
import { orderScansQuery } from './queries.ts'

/** Scans of the order with place and time. Nothing for an order without labelled pieces. */
export function Scans({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const data = useQuery(orderScansQuery(orderId)).data
  if (data === undefined || (data.items.length === 0 && data.units === 0)) return null
  const { items, units } = data
  return (
    <section aria-labelledby="scans" className="max-w-[1080px] px-4 py-4">
      <h2 id="scans" className="pb-1.5 text-[12px] font-medium text-ink-3">
        <Trans>Scans</Trans>
      </h2>
      {items.length === 0 ? (
        <p className="text-ink-3">
          {t`${plural(units, { one: '# labelled piece', other: '# labelled pieces' })} not scanned yet.`}
        </p>
      ) : (
        <PlainTable<OrderScan>
          label={t`Scans`}
          rows={items}
          keyOf={({ handling_unit_scan_id }) => handling_unit_scan_id}
          columns={[
            {
              id: 'when',
              title: t`Scanned at`,
              width: 'w-40',
              cell: ({ scanned_at }) => <When instant={scanned_at} />,
            },
            { id: 'status', title: t`Status`, width: 'w-36', cell: (scan) => <ScanStatus scan={scan} /> },
            {
              id: 'barcode',
              title: t`Barcode`,
              width: 'w-52',
              cell: ({ barcode }) => <span className="tnum">{barcode ?? '—'}</span>,
            },
            { id: 'stop', title: t`Stop`, cell: ({ stop_name }) => stop_name },
            {
              id: 'remark',
              title: t`Note`,
              cell: ({ description, handling_unit_id }) =>
                description ?? (handling_unit_id === null && t`Barcode not on this order`),
            },
          ]}
        />
      )}
    </section>
  )
}

function ScanStatus({ scan }: { scan: OrderScan }) {
  const { t } = useLingui()
  const badges: Record<string, BadgeStyle> = {
    SCANNED_IN: { word: t`Loaded`, tone: 'blue', icon: ArrowDownToLine },
    STORED: { word: t`Stored`, tone: 'grey', icon: Warehouse },
    SCANNED_OUT: { word: t`Unloaded`, tone: 'green', icon: ArrowUpFromLine },
  }
  const code = scan.status ?? scan.source_status ?? '—'
  return <StatusBadge badge={badges[code] ?? { word: code, tone: 'grey', icon: CircleHelp }} />
}
