import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePermission } from '../../session/permission.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { When } from '../../ui/time/when.tsx'
import { loadOf } from '../load.ts'
import { LoadText } from '../load-text.tsx'

const OrderTotal = lazy(async () => ({ default: (await import('./order-total.panel.tsx')).OrderTotal }))

/** Facts of an order. Rare members are shown only when set. */
export function OrderFacts({ record }: { record: OrderRecord }) {
  const { t, i18n } = useLingui()
  const { order } = record
  const goods = order.consignments.flatMap((consignment) => consignment.goods ?? [])
  const department = order.department?.name ?? order.department?.code
  const level = order.service_level?.name ?? order.service_level?.code
  const distance = order.metrics?.distance_total_km
  return (
    <Properties>
      <Property name={t`Customer`}>
        <Customer id={order.customer?.id} name={order.customer?.name} />
      </Property>
      <Property name={t`Customer reference`}>{order.customer_reference_number}</Property>
      <Property name={t`Reference ID`}>
        <Copyable text={order.order_identifier ?? ''} />
      </Property>
      <Property name={t`Transport service`}>{order.transport_service?.name ?? order.transport_service?.code}</Property>
      {level && <Property name={t`Service level`}>{level}</Property>}
      {department && <Property name={t`Department`}>{department}</Property>}
      <Property name={t`Goods`}>
        <LoadText load={loadOf(goods)} />
      </Property>
      {distance != null && (
        <Property name={t`Distance`}>
          <span className="tnum">{i18n.number(Math.round(distance))} km</span>
        </Property>
      )}
      <Property name={t`Created`}>
        {order.created_timestamp && <RelativeTime instant={order.created_timestamp} />}
        {order.created_by_user && (
          <span className="pl-1 text-ink-3">
            <Trans>by {order.created_by_user}</Trans>
          </span>
        )}
      </Property>
      <Property name={t`Updated`}>
        <RelativeTime instant={record.updated_at} />
      </Property>
    </Properties>
  )
}

function Customer({ id, name }: { id: string | null | undefined; name: string | null | undefined }) {
  const mayOpen = usePermission('company.read')
  if (!id || !mayOpen) return name
  return (
    <Link to="/companies/$companyId" params={{ companyId: id }} className="underline-offset-2 hover:underline">
      {name}
    </Link>
  )
}

/** Container of a container order. */
export function ContainerFacts({ container }: { container: NonNullable<OrderRecord['order']['container']> }) {
  const { t } = useLingui()
  const { container_scenario: scenario } = container
  const labels: Readonly<Record<string, string>> = { IMPORT: t`Import`, EXPORT: t`Export` }
  return (
    <Properties>
      <Property name={t`Number`}>
        {container.container_number && <Copyable text={container.container_number} />}
      </Property>
      <Property name={t`Type`}>{container.container_type?.code ?? container.container_type?.name}</Property>
      <Property name={t`Import or export`}>{scenario && (labels[scenario] ?? scenario)}</Property>
      <Property name={t`Seal`}>{container.seal_number}</Property>
      <Property name={t`Vessel`}>{container.ship_name}</Property>
      <Property name={t`Cargo closing`}>{container.closing_date && <When instant={container.closing_date} />}</Property>
    </Properties>
  )
}

/** Price of the order: its own if stated, otherwise its charges, for users who see prices. */
export function ChargeFacts({ order: { id, pricing } }: { order: OrderRecord['order'] }) {
  const { t } = useLingui()
  const maySeeCharges = usePermission('charge.read')
  const money = (value: string | number | null | undefined) =>
    value == null ? undefined : <span className="tnum">{`${pricing?.currency ?? ''} ${value}`.trim()}</span>
  const lines = [
    { name: t`Requested price`, value: money(pricing?.requested_price) },
    { name: t`Excl. tax`, value: money(pricing?.total_excl_tax) },
    { name: t`Tax`, value: money(pricing?.total_tax) },
    { name: t`Total`, value: money(pricing?.total_incl_tax) },
  ].filter(({ value }) => value !== undefined)
  return (
    <>
      {lines.length > 0 && (
        <Properties>
          {lines.map(({ name, value }) => (
            <Property key={name} name={name}>
              {value}
            </Property>
          ))}
        </Properties>
      )}
      {lines.length === 0 && !maySeeCharges && (
        <p className="py-1 text-ink-3">
          <Trans>No requested price.</Trans>
        </p>
      )}
      {maySeeCharges && (
        <Suspense>
          <OrderTotal orderId={id} />
        </Suspense>
      )}
    </>
  )
}

function Copyable({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center gap-1">
      <span className="tnum [overflow-wrap:anywhere]">{text}</span>
      <CopyButton text={text} label={t`Copy`} className="shrink-0" />
    </span>
  )
}
