import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { boundsOf } from '../../map/geometry.ts'
import { MapPanel } from '../../map/map-panel.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { useNow } from '../../ui/time/relative-time.tsx'
import { trackQuery } from './track.queries.ts'
import { drivenSpan, placesOf, plannedLine } from './trip-places.ts'

/** Milliseconds between refreshes of the track. */
const stepMs = 5 * 60_000

/** Stops of a trip in sequence, and the driven track against the plan. Nothing without coordinates. */
export function TripMap({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const now = Math.ceil(useNow().getTime() / stepMs) * stepMs
  const span = drivenSpan(record, now)
  const driven = useQuery({
    ...trackQuery(span?.resourceId ?? '', span?.from ?? 0, span?.to ?? 0),
    enabled: span !== undefined,
  }).data
  const places = useMemo(() => placesOf(record), [record])
  const content = useMemo(() => ({ places, planned: plannedLine(record), driven }), [places, record, driven])
  const bounds = useMemo(() => boundsOf(places), [places])
  if (bounds === undefined) return null
  return (
    <Section title={t`Map`}>
      <MapPanel label={t`Map of the stops`} content={content} bounds={bounds} />
    </Section>
  )
}
