import type { EventDetail } from '@cartage/contract/events/app'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { AnswerCode, DeliveryState } from '../deliveries/status.labels.tsx'
import { useLabels } from '../records/code-labels.ts'
import { eventLabels } from '../records/event.labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { eventQuery } from './queries.ts'

const linkClass = 'font-medium text-brand-ink underline-offset-2 hover:underline'

/** One event next to the log: its record, its deliveries, and its payload. */
export function EventPanel({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useLingui()
  const eventLabel = useLabels(eventLabels)
  const query = useQuery(eventQuery(eventId))
  const event = query.data
  const title = event && (
    <span className="truncate" title={event.event_type}>
      {eventLabel(event.event_type)}
    </span>
  )
  return (
    <SidePanel isWide label={t`Event`} title={title} onClose={onClose}>
      {query.error !== null && (
        <div className="py-3">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      )}
      {event && <Facts event={event} />}
      {event?.sent_to && <SentTo event={event} />}
      {event && (
        <Section title={<Trans>Message</Trans>}>
          <JsonView label={t`Message`} value={event.payload} />
        </Section>
      )}
    </SidePanel>
  )
}

function Facts({ event }: { event: EventDetail }) {
  const { t } = useLingui()
  const recordLabel = useLabels(recordLabels)
  const { order_id, order_number, trip_id, trip_name, event_id, entity_type, entity_id, entity_name } = event
  return (
    <Section>
      <Properties>
        <Property name={t`Happened`}>
          <LogTime instant={event.occurred_at} />
        </Property>
        <Property name={t`Recorded`}>
          <LogTime instant={event.recorded_at} />
        </Property>
        {order_id !== null && (
          <Property name={t`Order`}>
            <Link to="/orders/$orderId" params={{ orderId: order_id }} className={linkClass}>
              {order_number}
            </Link>
          </Property>
        )}
        {trip_id !== null && (
          <Property name={t`Trip`}>
            <Link to="/trips/$tripId" params={{ tripId: trip_id }} className={linkClass}>
              {trip_name ?? trip_id.slice(0, 8)}
            </Link>
          </Property>
        )}
        <Property name={t`Object`}>
          {recordLabel(entity_type)} {entity_name}
          <span className="block font-mono text-[11.5px] text-ink-3">{entity_id}</span>
        </Property>
        <Property name={t`No.`}>
          <span className="tnum">{event.sequence}</span>
        </Property>
        <Property name={t`Event ID`}>
          <span className="inline-flex items-center gap-1 font-mono text-[11.5px]">
            {event_id}
            <CopyButton text={event_id} label={t`Copy event ID`} />
          </span>
        </Property>
      </Properties>
    </Section>
  )
}

function SentTo({ event }: { event: EventDetail }) {
  return (
    <Section title={<Trans>Webhook deliveries</Trans>}>
      {event.sent_to?.length === 0 && (
        <p className="text-ink-3">
          <Trans>No endpoint subscribes to this event type.</Trans>
        </p>
      )}
      <ul>
        {event.sent_to?.map((delivery) => (
          <li key={delivery.subscription_id} className="flex min-h-8 items-center gap-3">
            <span className="w-28">
              <DeliveryState delivery={delivery} />
            </span>
            <Link
              to="/deliveries"
              search={{ peek: `${delivery.event_id}.${delivery.subscription_id}` }}
              className={`min-w-0 flex-1 truncate ${linkClass}`}
            >
              {delivery.receiver ?? <Trans>removed</Trans>}
            </Link>
            <AnswerCode status={delivery.last_status} failure={delivery.last_failure} />
            <span className="tnum text-ink-3">
              <Plural value={delivery.attempts} one="# attempt" other="# attempts" />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
