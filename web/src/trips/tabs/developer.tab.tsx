import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EventsList } from '../../events/record.list.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { tripEventsQuery } from '../queries.ts'
import { RawTab } from './raw.tab.tsx'

/** Developer view of a trip: its ids, the published events, and the trip as a response. */
export function DeveloperTab({ record: { trip, trip_identifier } }: { record: TripRecord }) {
  const { t } = useLingui()
  return (
    <div className="grid">
      <div className="px-4">
        <Section title={t`Identifiers`}>
          <Properties>
            <Property name={t`ID`}>
              <span className="inline-flex items-center gap-1">
                <span className="tnum [overflow-wrap:anywhere]">{trip.trip_id}</span>
                <CopyButton text={trip.trip_id} label={t`Copy`} className="shrink-0" />
              </span>
            </Property>
            {trip_identifier !== null && <Property name={t`Reference ID`}>{trip_identifier}</Property>}
          </Properties>
        </Section>
        <Section title={t`Events`}>
          <div className="-mx-4">
            <EventsList query={useQuery(tripEventsQuery(trip.trip_id))} />
          </div>
        </Section>
      </div>
      <RawTab tripId={trip.trip_id} />
    </div>
  )
}
