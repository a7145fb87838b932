import type { OrderCharges } from '@cartage/contract/charges/app/read'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount, Sums } from '../books/amount.tsx'
import { Loaded } from '../records/loaded.tsx'
import { ExplainSection } from './explain.section.tsx'
import { ReasonBadge } from './labels.tsx'
import { orderChargesQuery } from './queries.ts'
import { RecordCharges } from './record-charges.tsx'

/** Charges of an order. */
export function OrderChargesTab({ orderId }: { orderId: string }) {
  const query = useQuery(orderChargesQuery(orderId))
  return <Loaded query={query}>{(charges) => <Charges orderId={orderId} charges={charges} />}</Loaded>
}

function Charges({ orderId, charges }: { orderId: string; charges: OrderCharges }) {
  const { t } = useLingui()
  const isOutsideCards = charges.unbilled_reason === 'NO_CARD'
  return (
    <RecordCharges
      subject={{ order_id: orderId }}
      charges={charges.items}
      label={t`Charges`}
      explanation={() => <ExplainSection subject={{ order_id: orderId }} />}
      empty={{
        title: t`No charges yet`,
        text: isOutsideCards
          ? t`No rate card applies to this order. Add the charge by hand.`
          : t`Charges to the customer appear here.`,
      }}
      summary={
        <span className="flex items-center gap-3">
          {charges.totals.length > 0 && (
            <span className="text-[15px] font-semibold">
              <Sums sums={charges.totals} />
            </span>
          )}
          {charges.credits.map(({ invoice_id, name, amount, currency }) => (
            <Link
              key={invoice_id}
              to="/invoices/$invoiceId"
              params={{ invoiceId: invoice_id }}
              className="text-ink-2 underline-offset-2 hover:underline"
            >
              <Trans>
                {name}: <Amount amount={amount} currency={currency} /> credited
              </Trans>
            </Link>
          ))}
          {charges.unbilled_reason !== null && <ReasonBadge reason={charges.unbilled_reason} />}
        </span>
      }
    />
  )
}
