import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EventsList } from '../../events/record.list.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { orderEventsQuery } from '../order.queries.ts'
import { RawTab } from './raw.tab.tsx'

/** Developer view of an order: its id, the published events, and the order as a request. */
export function DeveloperTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { id, order_identifier } = record.order
  return (
    <div className="grid">
      <div className="px-4">
        <Section title={t`Identifiers`}>
          <Properties>
            <Property name={t`ID`}>
              <Copyable text={id} />
            </Property>
            <Property name={t`Reference ID`}>
              <Copyable text={order_identifier ?? ''} />
            </Property>
          </Properties>
        </Section>
        <Section title={t`Events`}>
          <div className="-mx-4">
            <EventsList query={useQuery(orderEventsQuery(id))} />
          </div>
        </Section>
      </div>
      <RawTab orderId={id} orderNumber={record.order_number} />
    </div>
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
