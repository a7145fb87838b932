import type { OrderRecord } from '@cartage/contract/app/order-record'
import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Properties, Property } from '../../ui/properties.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/side-panel.tsx'
import { StopsTimeline } from '../stops.timeline.tsx'

/** Where it goes and what it is, side by side. */
export function OverviewTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-x-8 px-4 lg:grid-cols-[1fr_380px]">
      <Section title={t`Stops`}>
        <StopsTimeline stops={record.order.stops ?? []} />
      </Section>
      <div>
        <Section title={t`Order`}>
          <OrderFacts record={record} />
        </Section>
        {record.order.container && (
          <Section title={t`Container`}>
            <ContainerFacts container={record.order.container} />
          </Section>
        )}
        {Object.keys(record.order.custom_fields ?? {}).length > 0 && (
          <Section title={t`Own fields`}>
            <Properties>
              {Object.entries(record.order.custom_fields ?? {}).map(([name, value]) => (
                <Property key={name} name={name}>
                  {typeof value === 'object' ? JSON.stringify(value) : String(value)}
                </Property>
              ))}
            </Properties>
          </Section>
        )}
      </div>
    </div>
  )
}

function OrderFacts({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { order } = record
  return (
    <Properties>
      <Property name={t`Customer`}>{order.customer?.name}</Property>
      <Property name={t`Reference`}>{order.customer_reference_number}</Property>
      <Property name={t`Identifier`}>
        <Copyable text={order.order_identifier ?? ''} />
      </Property>
      <Property name={t`Service`}>{order.transport_service?.name ?? order.transport_service?.code}</Property>
      <Property name={t`Service level`}>{order.service_level?.name ?? order.service_level?.code}</Property>
      <Property name={t`Department`}>{order.department?.name ?? order.department?.code}</Property>
      <Property name={t`Instructions`}>{order.planning_instructions}</Property>
      <Property name={t`Made`}>
        {order.created_timestamp && <RelativeTime instant={order.created_timestamp} />}
        {order.created_by_user && (
          <span className="pl-1 text-ink-3">
            <Trans>by {order.created_by_user}</Trans>
          </span>
        )}
      </Property>
      <Property name={t`Changed`}>
        <RelativeTime instant={record.updated_at} />
      </Property>
      <Property name={t`Id`}>
        <Copyable text={order.id} />
      </Property>
    </Properties>
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

function ContainerFacts({ container }: { container: NonNullable<OrderRecord['order']['container']> }) {
  const { t } = useLingui()
  return (
    <Properties>
      <Property name={t`Number`}>
        {container.container_number && <Copyable text={container.container_number} />}
      </Property>
      <Property name={t`Type`}>{container.container_type?.code ?? container.container_type?.name}</Property>
      <Property name={t`Scenario`}>{container.container_scenario}</Property>
      <Property name={t`Seal`}>{container.seal_number}</Property>
      <Property name={t`Ship`}>{container.ship_name}</Property>
      <Property name={t`Closing`}>{container.closing_date}</Property>
    </Properties>
  )
}
