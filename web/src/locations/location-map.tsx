import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { boundsOf, circleRing } from '../map/geometry.ts'
import { MapPanel } from '../map/map-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import * as queries from './queries.ts'

/** Metres that a radius may have, as the server takes it. */
const least = 25
const most = 20_000

interface LocationMapProps {
  location: LocationRecord
  isEditable: boolean
}

/** A place with the circle that counts as being there. Its edge is dragged to change the radius. */
export function LocationMap({ location, isEditable }: LocationMapProps) {
  const { t } = useLingui()
  const { latitude, longitude, display_name, name, city } = location
  if (latitude === null || longitude === null) return null
  return (
    <FenceMap
      locationId={location.id}
      name={display_name ?? name ?? city ?? t`Location`}
      latitude={latitude}
      longitude={longitude}
      // The middle of a town is not a place to arrive at.
      isEditable={isEditable && !location.is_coordinate_estimate}
    />
  )
}

function FenceMap({
  locationId,
  name,
  latitude,
  longitude,
  isEditable,
}: {
  locationId: string
  name: string
  latitude: number
  longitude: number
  isEditable: boolean
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const fence = useQuery(queries.fenceQuery(locationId)).data
  const change = queries.useLocationChange()
  const [dragged, setDragged] = useState<number>()
  const radiusM = dragged ?? fence?.radius_m ?? fence?.usual_radius_m
  const places = useMemo(
    () => [{ id: locationId, label: '', isDone: true, latitude, longitude }],
    [locationId, latitude, longitude],
  )
  const area = useMemo(
    () => (radiusM === undefined ? undefined : { latitude, longitude, radiusM }),
    [latitude, longitude, radiusM],
  )
  const content = useMemo(
    () => (isEditable ? { places, editedArea: area } : { places, areas: area ? [area] : [] }),
    [places, area, isEditable],
  )
  const bounds = useMemo(() => {
    const ring = circleRing({ latitude, longitude }, 1_500)
    return boundsOf(ring.map(([east, north]) => ({ latitude: north, longitude: east })))
  }, [latitude, longitude])
  async function setRadius(metres: number, isDropped: boolean) {
    const next = Math.round(Math.min(Math.max(metres, least), most))
    setDragged(next)
    if (!isDropped) return
    await change
      .mutateAsync(() => queries.setFence(locationId, next))
      .catch((error: unknown) => toasts.failed(failureOf(error)))
      .finally(() => setDragged(undefined))
  }
  return (
    <div className="mt-2">
      <MapPanel
        label={t`Map of ${name}`}
        content={content}
        bounds={bounds}
        onRadius={isEditable ? (metres, isDropped) => void setRadius(metres, isDropped) : undefined}
      />
      <p className="mt-1 text-[12px] text-ink-3">
        {isEditable ? (
          <Trans>Vehicles in the circle count as arrived. Drag its edge to change the radius.</Trans>
        ) : (
          <Trans>Vehicles in the circle count as arrived.</Trans>
        )}
      </p>
    </div>
  )
}
