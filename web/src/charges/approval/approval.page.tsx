import type { Charge } from '@cartage/contract/charges/app/charge'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Amount } from '../../books/amount.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { RecordFrame } from '../../ui/page/record-frame.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { ChargeActions } from '../actions.tsx'
import { Calculation } from '../calculation.tsx'
import { ApprovalBadge, ChargeStatusBadge } from '../labels.tsx'
import { chargeEvidenceQuery, chargeQuery } from '../queries.ts'
import { usePossibleActions } from '../use-charge-actions.ts'
import { EvidenceSection } from './evidence.section.tsx'
import { HistorySection } from './history.section.tsx'

// Loaded after the page, or when it is opened.
const ExplainSection = lazy(async () => ({ default: (await import('../explain.section.tsx')).ExplainSection }))
const ApproveDialog = lazy(async () => ({ default: (await import('./approve.dialog.tsx')).ApproveDialog }))

const approvalRoute = getRouteApi('/shell/charges/$chargeId')

/** A charge that needs approval: its amount next to the evidence for it. */
export function ChargeApprovalPage() {
  const { t } = useLingui()
  const { chargeId } = approvalRoute.useParams()
  const query = useQuery(chargeQuery(chargeId))
  const charge = query.data
  usePageTitle(charge?.name ?? t`Charge`)
  return (
    <RecordFrame
      list={{ to: '/charges', title: t`Charges` }}
      name={charge && [charge.name, charge.order?.name].filter(Boolean).join(' · ')}
      status={charge?.approval && <ApprovalBadge approval={charge.approval} />}
    >
      <div className="min-h-0 flex-1 overflow-y-auto py-3">
        <Loaded query={query}>{(loaded) => <Sides charge={loaded} />}</Loaded>
      </div>
    </RecordFrame>
  )
}

/** The amount on the left, the evidence on the right. */
function Sides({ charge }: { charge: Charge }) {
  const evidence = useQuery(chargeEvidenceQuery(charge.charge_id))
  return (
    <div className="grid gap-x-8 px-4 lg:grid-cols-[320px_minmax(0,1fr)]">
      <div>
        <AmountSide charge={charge} />
        <Decide charge={charge} />
        <Loaded query={evidence}>
          {({ history }) => <HistorySection history={history} currency={charge.currency} />}
        </Loaded>
      </div>
      <div className="min-w-0">
        <Loaded query={evidence}>{({ stops }) => <EvidenceSection charge={charge} stops={stops} />}</Loaded>
        {charge.order && (
          <Suspense fallback={null}>
            <ExplainSection subject={{ order_id: charge.order.id }} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function AmountSide({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  const { order, company, currency, rated_amount } = charge
  return (
    <Section>
      <p className="tnum pb-2 text-[28px] font-semibold">
        <Amount amount={charge.amount} currency={currency} />
      </p>
      <Properties>
        <Property name={t`Calculation`}>
          <Calculation of={charge} />
        </Property>
        {rated_amount !== null && rated_amount !== charge.amount && (
          <Property name={t`Rated amount`}>
            <Amount amount={rated_amount} currency={currency} />
          </Property>
        )}
        <Property name={t`Status`}>
          <ChargeStatusBadge charge={charge} />
        </Property>
        <Property name={t`Customer`}>{company?.name}</Property>
        {order && (
          <Property name={t`Order`}>
            <Link to="/orders/$orderId" params={{ orderId: order.id }} className="underline">
              {order.name}
            </Link>
          </Property>
        )}
        <Property name={t`Day of service`}>
          <OrderDay date={charge.supplied_on} />
        </Property>
        {charge.description !== charge.name && <Property name={t`Description`}>{charge.description}</Property>}
      </Properties>
    </Section>
  )
}

/** Requests, approves and rejects, optionally with an agreed amount. */
function Decide({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  const can = usePossibleActions(charge)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ChargeActions charge={charge} />
      {can.approve && can.override && (
        <Section>
          <Button icon={Check} onClick={() => setIsOpen(true)}>
            {t`Approve another amount…`}
          </Button>
        </Section>
      )}
      {isOpen && (
        <LateDialog>
          <ApproveDialog charge={charge} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}
