import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useActivityLabel } from '../records/activity.labels.ts'
import { factsOfStop } from '../records/punctuality.tsx'
import { Step, Steps } from '../ui/steps.tsx'
import { StopMoment } from './stops/stop-times.tsx'

type Stop = TripRecord['trip']['stops'][number]
type Place = TripRecord['places'][number]

/** Name of a place, otherwise its town. */
export function placeName(places: readonly Place[], { location_id }: Pick<Stop, 'location_id'>): string {
  const place = places.find((one) => one.location_id === location_id)
  return place?.name ?? place?.city ?? '—'
}

/** Town of a place: `Gent BE`. */
export function placeTown(places: readonly Place[], { location_id }: Pick<Stop, 'location_id'>): string {
  const place = places.find((one) => one.location_id === location_id)
  return [place?.name && place.city, place?.country].filter(Boolean).join(' ')
}

/** Stops of a trip in sequence, each with its relevant time. */
export function TripSteps({ record }: { record: TripRecord }) {
  const { trip, places, stop_facts } = record
  const { t } = useLingui()
  const activityLabel = useActivityLabel()
  return (
    <Steps label={t`Stops`}>
      {trip.stops.map((stop, at) => (
        <Step
          key={stop.stop_id}
          title={placeName(places, stop)}
          text={[activityLabel(stop.activity_label), placeTown(places, stop)].filter(Boolean).join(' · ')}
          side={<StopMoment stop={stop} facts={factsOfStop(stop_facts, stop.stop_id)} />}
          isDone={stop.status === 'COMPLETED'}
          isLast={at === trip.stops.length - 1}
        />
      ))}
    </Steps>
  )
}
