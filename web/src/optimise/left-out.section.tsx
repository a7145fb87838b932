import type { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'

/** Orders left out of a run, each with the reason and each combination's objections. */
export function LeftOutSection({
  run: { left_out_orders },
  onExplain,
}: {
  run: OptimisationRecord
  onExplain: (order: { order_id: string; order_number: string }) => void
}) {
  const { t } = useLingui()
  if (left_out_orders.length === 0) return null
  return (
    <Section title={t`Left out`}>
      <ul>
        {left_out_orders.map((order) => (
          <li key={order.order_id} className="flex items-start gap-3 border-b border-line py-2 last:border-b-0">
            <div className="min-w-0 flex-1">
              <Link
                to="/orders/$orderId"
                params={{ orderId: order.order_id }}
                className="tnum font-medium hover:underline"
              >
                {order.order_number}
              </Link>
              <p className="text-ink-2">{order.message}</p>
            </div>
            <Button onClick={() => onExplain(order)}>
              <Trans>Why not this combination?</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
