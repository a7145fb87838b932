import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { DispatchedFact, useCarrierStanding } from './at-carrier.tsx'
import { Span } from './stops/stop-times.tsx'

/** Facts of a trip. `isWhole` adds those shown only on its own page. */
export function TripFacts({ record, isWhole = false }: { record: TripRecord; isWhole?: boolean }) {
  const { t, i18n } = useLingui()
  const { trip, subcontractor } = record
  const answer = useCarrierStanding(record)?.answer
  return (
    <Properties>
      <Property name={t`Planned`}>{trip.starts_at && <Span from={trip.starts_at} to={trip.ends_at} />}</Property>
      <Property name={t`Carrier`}>
        {subcontractor && (
          <Link
            to="/companies/$companyId"
            params={{ companyId: subcontractor.company_id }}
            className="underline-offset-2 hover:underline"
          >
            {subcontractor.name}
          </Link>
        )}
      </Property>
      <Property name={t`Dispatched`}>
        <DispatchedFact record={record} />
      </Property>
      {answer?.answer === 'ACCEPTED' && (
        <>
          <Property name={t`Licence plate`}>{answer.plate}</Property>
          <Property name={t`Driver`}>{answer.driver_name}</Property>
        </>
      )}
      <Property name={trip.distance_is_estimated ? t`Distance (estimated)` : t`Distance`}>
        {trip.distance_km !== null && <span className="tnum">{i18n.number(Math.round(trip.distance_km))} km</span>}
      </Property>
      <Property name={t`Planned by`}>{record.planning_group}</Property>
      <Property name={t`Note`}>{trip.note}</Property>
      {isWhole && (
        <>
          <Property name={t`Created`}>
            <RelativeTime instant={record.created_at} />
          </Property>
          <Property name={t`Updated`}>
            <RelativeTime instant={record.updated_at} />
          </Property>
        </>
      )}
    </Properties>
  )
}
