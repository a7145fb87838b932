import type { TripCosts } from '@cartage/contract/charges/app/read'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../books/amount.tsx'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { choiceLabels } from '../settings/form/choice.labels.ts'
import { Section } from '../ui/overlay/side-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { ExplainSection } from './explain.section.tsx'
import { MarginText } from './margin/margin-text.tsx'
import { tripCostsQuery } from './queries.ts'
import { RecordCharges } from './record-charges.tsx'

/** Costs of a trip, their allocation to its orders, and the margin. */
export function TripCostsTab({ tripId }: { tripId: string }) {
  const query = useQuery(tripCostsQuery(tripId))
  return <Loaded query={query}>{(costs) => <Costs tripId={tripId} costs={costs} />}</Loaded>
}

function Costs({ tripId, costs }: { tripId: string; costs: TripCosts }) {
  const { t } = useLingui()
  const { totals, currency, unconverted } = costs
  return (
    <RecordCharges
      subject={{ trip_id: tripId }}
      charges={costs.items}
      label={t`Costs`}
      explanation={() => <ExplainSection subject={{ trip_id: tripId }} />}
      empty={{ title: t`No costs yet`, text: t`Costs of this trip appear here.` }}
      summary={
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <Figure name={t`Sales`} amount={totals.sales} currency={currency} />
          <Figure name={t`Costs`} amount={totals.cost} currency={currency} />
          {totals.expected_cost !== null && (
            <Figure name={t`Expected costs`} amount={totals.expected_cost} currency={currency} />
          )}
          <div className="flex items-baseline gap-1.5">
            <dt className="text-ink-3">{t`Margin`}</dt>
            <dd>
              <MarginText {...totals} currency={currency} />
            </dd>
          </div>
        </dl>
      }
    >
      <div className="px-4">
        <Section title={t`Shares of the orders`}>
          <Shares costs={costs} />
        </Section>
        {unconverted > 0 && (
          <p className="pb-3 text-amber">
            <Trans>{unconverted} amounts without an exchange rate are left out.</Trans>
          </p>
        )}
      </div>
    </RecordCharges>
  )
}

function Figure({ name, amount, currency }: { name: string; amount: string; currency: string }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-semibold">
        <Amount amount={amount} currency={currency} />
      </dd>
    </div>
  )
}

function Shares({ costs: { orders, method, currency } }: { costs: TripCosts }) {
  const { t } = useLingui()
  const labelOf = useLabels(choiceLabels)
  const money = (amount: string) => <Amount amount={amount} currency={currency} />
  return (
    <>
      <p className="pb-2 text-ink-2">
        <Trans>Divided by: {labelOf(method)}</Trans>
      </p>
      <PlainTable<TripCosts['orders'][number]>
        label={t`Shares of the orders`}
        rows={orders}
        keyOf={({ order_id }) => order_id}
        columns={[
          {
            id: 'order',
            title: t`Order`,
            width: 'w-32',
            cell: ({ order_id, order_number }) => (
              <Link to="/orders/$orderId" params={{ orderId: order_id }} className="tnum font-medium hover:underline">
                {order_number}
              </Link>
            ),
          },
          { id: 'customer', title: t`Customer`, cell: ({ customer_name }) => customer_name },
          {
            id: 'ldm',
            title: t`LDM`,
            width: 'w-20',
            align: 'right',
            cell: ({ loading_meters }) => loading_meters ?? '—',
          },
          { id: 'km', title: t`km`, width: 'w-20', align: 'right', cell: ({ km }) => km ?? '—' },
          { id: 'sales', title: t`Sales`, width: 'w-28', align: 'right', cell: ({ sales }) => money(sales) },
          { id: 'cost', title: t`Costs`, width: 'w-28', align: 'right', cell: ({ cost }) => money(cost) },
          {
            id: 'margin',
            title: t`Margin`,
            width: 'w-40',
            align: 'right',
            cell: (order) => <MarginText {...order} currency={currency} />,
          },
        ]}
      />
    </>
  )
}
