import type { OrderWithoutProof } from '@cartage/contract/proofs/app'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type CodeBadges, codeBadge } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { CircleDashed, CircleX, FileWarning, Mail } from '../ui/icons.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { TwoLines } from '../ui/table/two-lines.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'

const proofBadges: CodeBadges = {
  MISSING: codeBadge(msg`Missing`, 'amber', FileWarning),
  REJECTED: codeBadge(msg`Rejected`, 'red', CircleX),
  TO_REVIEW: codeBadge(msg`To review`, 'grey', CircleDashed),
}

const linkClass = 'tnum font-semibold underline-offset-2 hover:underline'

/** Columns of the orders: driver, time and place of delivery, state of the proof, and actions. */
export function useProofColumns(onAsk: (order: OrderWithoutProof) => void): readonly PlainColumn<OrderWithoutProof>[] {
  const { t } = useLingui()
  return [
    { id: 'order', title: t`Order`, width: 'w-32', cell: (row) => <Order row={row} /> },
    { id: 'customer', title: t`Customer`, cell: ({ customer_name }) => customer_name },
    { id: 'delivered', title: t`Delivered`, cell: (row) => <Delivered row={row} /> },
    { id: 'carrier', title: t`Carrier`, cell: (row) => <Carrier row={row} /> },
    { id: 'state', title: t`Proof`, width: 'w-36', cell: (row) => <State row={row} /> },
    { id: 'asked', title: t`Asked`, width: 'w-28', cell: (row) => <RequestToCarrier row={row} /> },
    { id: 'actions', title: '', width: 'w-56', align: 'right', cell: (row) => <Actions row={row} onAsk={onAsk} /> },
  ]
}

function State({ row: { state, reason } }: { row: OrderWithoutProof }) {
  return (
    <>
      <CodeStatus badges={proofBadges} code={state} />
      {reason !== null && <span className="block pt-0.5 text-[12px] text-ink-2">{reason}</span>}
    </>
  )
}

function Order({ row: { order_id, order_number, customer_reference_number } }: { row: OrderWithoutProof }) {
  return (
    <TwoLines
      first={
        <Link to="/orders/$orderId" params={{ orderId: order_id }} search={{ tab: 'documents' }} className={linkClass}>
          {order_number}
        </Link>
      }
      second={customer_reference_number}
    />
  )
}

function Delivered({ row: { place, delivered_at } }: { row: OrderWithoutProof }) {
  return <TwoLines first={place ?? '—'} second={delivered_at !== null && <When instant={delivered_at} />} />
}

function Carrier({ row: { trip_id, trip_name, carrier_name, driver_name } }: { row: OrderWithoutProof }) {
  return (
    <TwoLines
      first={carrier_name ?? driver_name ?? '—'}
      second={
        trip_id !== null && (
          <Link to="/trips/$tripId" params={{ tripId: trip_id }} className="tnum underline-offset-2 hover:underline">
            {trip_name}
          </Link>
        )
      }
    />
  )
}

function RequestToCarrier({ row: { asked_at, asked_by } }: { row: OrderWithoutProof }) {
  if (asked_at === null) return <span className="text-ink-3">—</span>
  return <TwoLines first={<RelativeTime instant={asked_at} />} second={asked_by} />
}

function Actions({ row, onAsk }: { row: OrderWithoutProof; onAsk: (order: OrderWithoutProof) => void }) {
  const mayAsk = usePermission('order.write') && row.carrier_name !== null && row.state !== 'TO_REVIEW'
  return (
    <span className="inline-flex gap-2">
      {row.document_id !== null && (
        <Link
          to="/documents/$documentId"
          params={{ documentId: row.document_id }}
          search={row.state === 'TO_REVIEW' ? { from: 'review' } : {}}
          className="btn btn-outline"
        >
          {row.state === 'TO_REVIEW' ? <Trans>Review</Trans> : <Trans context="verb">Open</Trans>}
        </Link>
      )}
      {mayAsk && (
        <Button icon={Mail} onClick={() => onAsk(row)}>
          <Trans>Ask carrier…</Trans>
        </Button>
      )}
    </span>
  )
}
