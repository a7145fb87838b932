import type { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import type { PoolOrder } from '../pool.ts'

// Loaded on first use.
const ExplainDialog = lazy(async () => ({ default: (await import('../../optimise/explain.dialog.tsx')).ExplainDialog }))

/** Orders left out of a run, each with the reason, an explanation per combination, and manual assignment. */
export function LeftOutSection({
  run: { optimisation_id, left_out_orders },
  pool,
  isReadOnly,
  onPick,
}: {
  run: OptimisationRecord
  pool: readonly PoolOrder[]
  isReadOnly: boolean
  onPick: (order: PoolOrder) => void
}) {
  const { t } = useLingui()
  const [explained, setExplained] = useState<{ order_id: string; order_number: string }>()
  if (left_out_orders.length === 0) return null
  return (
    <Section title={t`Left out`}>
      <ul>
        {left_out_orders.map((order) => {
          const unplanned = pool.find(({ id }) => id === order.order_id)
          return (
            <li key={order.order_id} className="border-b border-line py-2 last:border-b-0">
              <Link
                to="/orders/$orderId"
                params={{ orderId: order.order_id }}
                className="tnum font-medium hover:underline"
              >
                {order.order_number}
              </Link>
              <p className="text-ink-2">{order.message}</p>
              <p className="flex flex-wrap gap-2 pt-1">
                <Button onClick={() => setExplained(order)}>
                  <Trans>Why not this combination?</Trans>
                </Button>
                {!isReadOnly && unplanned && (
                  <Button onClick={() => onPick(unplanned)}>
                    <Trans>Pick a vehicle…</Trans>
                  </Button>
                )}
              </p>
            </li>
          )
        })}
      </ul>
      <LateDialog>
        {explained && (
          <ExplainDialog runId={optimisation_id} order={explained} onClose={() => setExplained(undefined)} />
        )}
      </LateDialog>
    </Section>
  )
}
