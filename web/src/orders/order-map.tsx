import type { OrderTrip } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { boundsOf } from '../map/geometry.ts'
import { MapPanel } from '../map/map-panel.tsx'
import { trackQuery } from '../trips/map/track.queries.ts'
import { drivenSpan, placesOf, plannedLine } from '../trips/map/trip-places.ts'
import { Section } from '../ui/overlay/side-panel.tsx'
import { useNow } from '../ui/time/relative-time.tsx'
import { orderTripsQuery } from './tabs/queries.ts'

/** Milliseconds between refreshes of the track. */
const stepMs = 5 * 60_000

/** Stops of an order on its trips, and the track driven. Empty until the order is planned. */
export function OrderMap({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const now = Math.ceil(useNow().getTime() / stepMs) * stepMs
  const items = useQuery(orderTripsQuery(orderId)).data?.items
  const shown = useMemo(() => allOf(items ?? []), [items])
  const last = items?.findLast((one) => drivenSpan({ trip: one, resources: one.resources }, now) !== undefined)
  const span = last && drivenSpan({ trip: last, resources: last.resources }, now)
  const driven = useQuery({
    ...trackQuery(span?.resourceId ?? '', span?.from ?? 0, span?.to ?? 0),
    enabled: span !== undefined,
  }).data
  const places = useMemo(() => placesOf(shown), [shown])
  const content = useMemo(() => ({ places, planned: plannedLine(shown), driven }), [places, shown, driven])
  const bounds = useMemo(() => boundsOf(places), [places])
  if (bounds === undefined) return null
  return (
    <Section title={t`Map`}>
      <MapPanel label={t`Map of the stops`} content={content} bounds={bounds} height={220} />
    </Section>
  )
}

/** Stops of the order on all its trips, in sequence. */
function allOf(items: readonly OrderTrip[]) {
  return { trip: { stops: items.flatMap(({ stops }) => stops) }, places: items.flatMap(({ places }) => places) }
}
