import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { boundsOf, circleRing } from '../map/geometry.ts'
import { MapPanel } from '../map/map-panel.tsx'
import { PlaceQuestion } from './place-question.tsx'
import { useFence } from './use-fence.ts'

interface LocationMapProps {
  location: LocationRecord
  isEditable: boolean
}

/** A location with its geofence, whose edge can be dragged; shows the candidates of an ambiguous place. */
export function LocationMap({ location, isEditable }: LocationMapProps) {
  const { t } = useLingui()
  const { latitude, longitude, display_name, name, city } = location
  const question = <PlaceQuestion location={location} />
  if (latitude === null || longitude === null) return question
  return (
    <>
      {question}
      <FenceMap
        locationId={location.id}
        name={display_name ?? name ?? city ?? t`Location`}
        latitude={latitude}
        longitude={longitude}
        // The centre of a town is not a place to arrive at.
        isEditable={isEditable && !location.is_coordinate_estimate}
      />
    </>
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
  const { radiusM, drag } = useFence(locationId)
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
  return (
    <div className="mt-2">
      <MapPanel label={t`Map of ${name}`} content={content} bounds={bounds} onRadius={isEditable ? drag : undefined} />
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
