import type { UploadRow } from '@cartage/contract/orders/app/uploads'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { StatusBadge } from '../ui/status.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { Sender, Source } from './labels.tsx'
import { operationLabel, uploadBadge } from './status.labels.ts'

/** Columns of the list of uploads. */
export function useUploadColumns(): readonly Column<UploadRow>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'identifier',
        title: t`Reference ID`,
        width: 170,
        isFixed: true,
        cell: (row) => <span className="font-medium">{row.order_identifier}</span>,
      },
      { id: 'status', title: t`Status`, width: 118, cell: (row) => <StatusBadge badge={uploadBadge(row.status)} /> },
      { id: 'operation', title: t`Operation`, width: 90, cell: (row) => operationLabel(row.operation) },
      { id: 'source', title: t`Source`, width: 112, cell: (row) => <Source source={row.source} /> },
      { id: 'sender', title: t`Sent by`, width: 150, cell: (row) => <Sender upload={row} /> },
      {
        id: 'accepted',
        title: t({ message: 'Accepted', context: 'when' }),
        width: 100,
        cell: (row) => <RelativeTime instant={row.accepted_at} />,
      },
      { id: 'order', title: t`Order`, width: 100, cell: (row) => <OrderLink upload={row} /> },
      { id: 'why', title: t`Errors and warnings`, width: 320, cell: (row) => <Why upload={row} /> },
    ],
    [t],
  )
}

/** The order of an upload, as a link. */
export function OrderLink({ upload: { order_id, order_name } }: { upload: UploadRow }) {
  if (order_id === null) return <span className="text-ink-3">—</span>
  return (
    <Link
      to="/orders/$orderId"
      params={{ orderId: order_id }}
      className="tnum font-medium text-brand-ink underline-offset-2 hover:underline"
    >
      {order_name ?? order_id}
    </Link>
  )
}

function Why({ upload: { errors, warnings } }: { upload: UploadRow }) {
  const [first] = errors.length > 0 ? errors : warnings
  if (first === undefined) return null
  const text = first.path === null ? first.message : `${first.path}: ${first.message}`
  return (
    <span className={errors.length > 0 ? 'text-red' : 'text-ink-2'} title={text}>
      {text}
    </span>
  )
}
