import type { Charge } from '@cartage/contract/charges/app/charge'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Amount } from '../books/amount.tsx'
import { useActor } from '../records/actor.ts'
import { useLabels } from '../records/code-labels.ts'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { When } from '../ui/time/when.tsx'
import { Calculation } from './calculation.tsx'
import { InvoiceOf } from './invoice-of.tsx'
import { ApprovalBadge, ChargeStatusBadge, originLabels, TaxHold } from './labels.tsx'
import { overriddenLabels } from './override.labels.ts'

/** One charge: origin of its amount, evidence, and decisions. */
export function ChargePanel({
  charge,
  onClose,
  children,
}: {
  charge: Charge
  onClose: () => void
  /** Actions, and the calculation of the price. */
  children?: ReactNode
}) {
  const { t } = useLingui()
  return (
    <SidePanel title={charge.name} label={t`Charge`} onClose={onClose}>
      <Section>
        <Facts charge={charge} />
      </Section>
      {charge.evidence !== null && <Evidence evidence={charge.evidence} />}
      {charge.overrides.length > 0 && <Overrides charge={charge} />}
      {charge.decision !== null && <Decision charge={charge} />}
      {children}
    </SidePanel>
  )
}

function Facts({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  const originOf = useLabels(originLabels)
  const { order, trip, tax, currency } = charge
  return (
    <Properties>
      <Property name={t`Amount`}>
        <Amount amount={charge.amount} currency={currency} />
      </Property>
      <Property name={t`Calculation`}>
        <Calculation of={charge} />
      </Property>
      <Property name={t`Tax`}>
        {tax ? (
          <span>
            {tax.name} · <Amount amount={tax.amount} currency={currency} />
          </span>
        ) : (
          <TaxHold code={charge.tax_hold} />
        )}
      </Property>
      <Property name={t`Status`}>
        <ChargeStatusBadge charge={charge} />
        <InvoiceOf charge={charge} />
        {charge.status_reason !== null && <p className="text-ink-2">{charge.status_reason}</p>}
      </Property>
      <Property name={t`Approval`}>
        {charge.approval && (
          <span className="flex items-center gap-3">
            <ApprovalBadge approval={charge.approval} />
            <Link
              to="/charges/$chargeId"
              params={{ chargeId: charge.charge_id }}
              className="font-medium text-brand-ink hover:underline"
            >
              <Trans>Evidence</Trans>
            </Link>
          </span>
        )}
      </Property>
      <Property name={t`Origin`}>{originOf(charge.origin)}</Property>
      <Property name={t`Company`}>{charge.company?.name}</Property>
      {order && (
        <Property name={t`Order`}>
          <Link to="/orders/$orderId" params={{ orderId: order.id }} className="underline">
            {order.name}
          </Link>
        </Property>
      )}
      {trip && (
        <Property name={t`Trip`}>
          <Link to="/trips/$tripId" params={{ tripId: trip.id }} className="underline">
            {trip.name}
          </Link>
        </Property>
      )}
      {charge.description !== charge.name && <Property name={t`Description`}>{charge.description}</Property>}
      <Property name={t`Day of service`}>
        <OrderDay date={charge.supplied_on} />
      </Property>
    </Properties>
  )
}

/** Stop times that the charge was proposed from. Members unknown to this version are shown as they are. */
function Evidence({ evidence }: { evidence: Readonly<Record<string, unknown>> }) {
  const { t } = useLingui()
  const { arrived_at, left_at, appointment_at, minutes, is_reported } = evidence
  const at = (instant: unknown) => (typeof instant === 'string' ? <When instant={instant} /> : null)
  return (
    <Section title={t`Proposed from`}>
      <Properties>
        <Property name={t`Appointment`}>{at(appointment_at)}</Property>
        <Property name={t`Arrived`}>{at(arrived_at)}</Property>
        <Property name={t`Departed`}>{at(left_at)}</Property>
        <Property name={t`At the stop`}>{typeof minutes === 'number' && <Trans>{minutes} min</Trans>}</Property>
        <Property name={t`Times`}>{is_reported === true ? t`Reported` : t`Planned`}</Property>
      </Properties>
    </Section>
  )
}

function Overrides({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  const memberOf = useLabels(overriddenLabels)
  const actorOf = useActor()
  return (
    <Section title={t`Overrides`}>
      <ul className="grid gap-2">
        {charge.overrides.map(({ member, value, rated, by, at, reason }) => (
          <li key={member}>
            <p>
              <span className="text-ink-2">{memberOf(member)}:</span> <span className="tnum line-through">{rated}</span>{' '}
              <span className="tnum font-medium">{value}</span>
            </p>
            <p className="text-ink-2">{reason}</p>
            <p className="text-[12px] text-ink-3">
              {actorOf(by)} · <When instant={at} />
            </p>
          </li>
        ))}
      </ul>
      {charge.rated_amount !== null && (
        <p className="mt-2">
          <Trans>
            Rated now: <Amount amount={charge.rated_amount} currency={charge.currency} />
          </Trans>
        </p>
      )}
    </Section>
  )
}

function Decision({ charge: { decision, currency } }: { charge: Charge }) {
  const { t } = useLingui()
  const actorOf = useActor()
  if (decision === null) return null
  const { comment, by, at, amount, changed_to } = decision
  return (
    <Section title={t`Last decision`}>
      <Properties>
        <Property name={t`Amount`}>
          <Amount amount={amount} currency={currency} />
        </Property>
        {changed_to !== null && (
          <Property name={t`Amount now`}>
            <Amount amount={changed_to} currency={currency} />
          </Property>
        )}
        <Property name={t`Comment`}>{comment}</Property>
        <Property name={t`By`}>{actorOf(by)}</Property>
        <Property name={t`Decided`}>
          <When instant={at} />
        </Property>
      </Properties>
    </Section>
  )
}
