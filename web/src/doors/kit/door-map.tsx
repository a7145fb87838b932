import type { TrackedPosition } from '@cartage/contract/doors/app/tracking'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import type { Place } from '../../map/features.ts'
import { boundsOf } from '../../map/geometry.ts'
import { timeText } from './moment.ts'

// The map library is larger than the rest of the page, so it is loaded afterwards.
const DrawnMap = lazy(async () => ({ default: (await import('./drawn-map.tsx')).DrawnMap }))

interface DoorMapProps {
  stops: readonly { state: string; latitude: number | null; longitude: number | null; time_zone: string }[]
  position: TrackedPosition | null
}

/** Map of an order's stops and, during transport, its approximate position (LINK-6). Nothing without places. */
export function DoorMap({ stops, position }: DoorMapProps) {
  const { t, i18n } = useLingui()
  const places = useMemo(() => placesOf(stops), [stops])
  const bounds = useMemo(() => boundsOf(position === null ? places : [...places, position]), [places, position])
  if (bounds === undefined || places.length === 0) return null
  const seen = position && timeText(i18n, position.at, stops[0]!.time_zone)
  return (
    <section className="door-card overflow-hidden" aria-label={t`Map`}>
      <div className="h-56 bg-sunken">
        <Suspense>
          <DrawnMap places={places} position={position} bounds={bounds} />
        </Suspense>
      </div>
      {seen !== null && <p className="tnum px-4 py-2 text-[14px] text-ink-2">{t`Near the marked place at ${seen}`}</p>}
    </section>
  )
}

/** Stops that are planned or served, numbered as in their list. */
function placesOf(stops: DoorMapProps['stops']): Place[] {
  return stops.flatMap(({ state, latitude, longitude }, at) => {
    if (state === 'CANCELLED' || latitude === null || longitude === null) return []
    return [{ id: String(at), label: String(at + 1), isDone: state === 'DONE', latitude, longitude }]
  })
}
