import type { FeatureCollection } from 'geojson'
import type { MarkShape, MarkTone } from './colours.ts'
import { circleRing, type LatLon, placeAt } from './geometry.ts'

/** Vehicle marker. */
export interface Mark extends LatLon {
  id: string
  label: string
  tone: MarkTone
  shape: MarkShape
  /** Degrees from north. */
  heading: number
}

/** Numbered stop marker, in trip order. */
export interface Place extends LatLon {
  id: string
  label: string
  isDone: boolean
}

/** Geofence circle. */
export interface Area extends LatLon {
  radiusM: number
  /** Selection id and name; areas without them are display-only. */
  id?: string
  label?: string
}

const collection = (features: FeatureCollection['features']): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})
const point = ({ latitude, longitude }: LatLon) => ({ type: 'Point' as const, coordinates: [longitude, latitude] })

/** Vehicle markers; while one is selected, the others are faded. */
export function markFeatures(marks: readonly Mark[], selectedId: string | undefined): FeatureCollection {
  const isAny = selectedId !== undefined && marks.some(({ id }) => id === selectedId)
  return collection(
    marks.map((mark) => ({
      type: 'Feature',
      geometry: point(mark),
      properties: {
        ...{ id: mark.id, label: mark.label, icon: `${mark.shape}-${mark.tone}` },
        heading: mark.shape === 'arrow' ? mark.heading : 0,
        isSelected: mark.id === selectedId,
        isFaded: isAny && mark.id !== selectedId,
      },
    })),
  )
}

/** Numbered stop markers. */
export function placeFeatures(places: readonly Place[]): FeatureCollection {
  return collection(
    places.map((place) => ({
      type: 'Feature',
      geometry: point(place),
      properties: { label: place.label, isDone: place.isDone },
    })),
  )
}

/** Line through places; none for fewer than two. */
export function lineFeatures(places: readonly LatLon[]): FeatureCollection {
  if (places.length < 2) return collection([])
  const coordinates = places.map(({ latitude, longitude }) => [longitude, latitude])
  return collection([{ type: 'Feature', properties: null, geometry: { type: 'LineString', coordinates } }])
}

/** Circles around places. */
export function areaFeatures(areas: readonly Area[]): FeatureCollection {
  return collection(
    areas.map((area) => ({
      type: 'Feature',
      properties: { id: area.id ?? null, label: area.label ?? '' },
      geometry: { type: 'Polygon', coordinates: [circleRing(area, area.radiusM)] },
    })),
  )
}

/** Drag handle of a circle: east of its centre. */
export function handleFeatures(area: Area | undefined): FeatureCollection {
  if (area === undefined) return collection([])
  return collection([{ type: 'Feature', properties: null, geometry: point(placeAt(area, area.radiusM, 90)) }])
}
