import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAmountText } from '../../books/amount.tsx'
import { unitSign } from '../../charges/unit-sign.ts'
import { ArrowRight } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

type Consent = NonNullable<PurchaseRecord['self_billing']>
type Line = PurchaseRecord['invoice']['lines'][number]

/** The supplier's consent to a document that we write in its name, the next step, and its lines. */
export function ConsentSection({ invoice, consent }: { invoice: PurchaseRecord['invoice']; consent: Consent }) {
  const { t } = useLingui()
  const { objections_until, comment, decided_at, is_by_time, next_step, state } = consent
  const commentName = state === 'WITHDRAWN' ? t`Reason` : state === 'OBJECTED' ? t`Objection` : t`Comment`
  return (
    <>
      {next_step !== null && <Notice icon={ArrowRight}>{next_step}</Notice>}
      <Properties>
        <Property name={t`Last day to object`}>
          <OrderDay date={objections_until} />
        </Property>
        {decided_at !== null && (
          <Property name={t`Recorded`}>
            <RelativeTime instant={decided_at} />
            {is_by_time && (
              <span className="pl-1.5 text-ink-3">
                <Trans>No objection in time</Trans>
              </span>
            )}
          </Property>
        )}
        {comment !== '' && <Property name={commentName}>{comment}</Property>}
      </Properties>
      <Lines invoice={invoice} />
    </>
  )
}

function Lines({ invoice: { lines, currency } }: { invoice: PurchaseRecord['invoice'] }) {
  const { t } = useLingui()
  const textOf = useAmountText()
  return (
    <PlainTable<Line>
      label={t`Lines`}
      rows={lines}
      keyOf={({ invoice_line_id }) => invoice_line_id}
      columns={[
        { id: 'line', title: t`Line`, cell: ({ name }) => name },
        { id: 'trip', title: t`Trip`, width: 'w-28', cell: (line) => <Trip line={line} /> },
        {
          id: 'quantity',
          title: t`Quantity`,
          width: 'w-36',
          align: 'right',
          cell: ({ quantity, unit, unit_price }) => (
            <span className="tnum whitespace-nowrap">
              {textOf(quantity, null)} {unitSign(unit)} × {textOf(unit_price, null)}
            </span>
          ),
        },
        {
          id: 'amount',
          title: t`Amount`,
          width: 'w-28',
          align: 'right',
          cell: ({ amount }) => <span className="tnum">{textOf(amount, currency)}</span>,
        },
      ]}
    />
  )
}

function Trip({ line: { trip_id, trip_name } }: { line: Line }) {
  if (trip_id === null) return <span className="text-ink-3">—</span>
  return (
    <Link to="/trips/$tripId" params={{ tripId: trip_id }} search={{ tab: 'costs' }} className="underline">
      {trip_name}
    </Link>
  )
}
