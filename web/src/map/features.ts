import type { FeatureCollection } from 'geojson'
import type { MarkShape, MarkTone } from './colours.ts'
import { circleRing, type LatLon, placeAt } from './geometry.ts'

/** A vehicle as a map draws it. */
export interface Mark extends LatLon {
  id: string
  label: string
  tone: MarkTone
  shape: MarkShape
  /** Degrees from north. */
  heading: number
}

/** A stop as a map draws it, in the order of its trip. */
export interface Place extends LatLon {
  id: string
  label: string
  isDone: boolean
}

/** A circle that counts as being at a place. */
export interface Area extends LatLon {
  radiusM: number
  /** By which it is selected, and what it is called; areas without are only shown. */
  id?: string
  label?: string
}

const collection = (features: FeatureCollection['features']): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})
const point = ({ latitude, longitude }: LatLon) => ({ type: 'Point' as const, coordinates: [longitude, latitude] })

/** Vehicles with their symbol; while one is selected the others are faded. */
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

/** Stops with their numbers. */
export function placeFeatures(places: readonly Place[]): FeatureCollection {
  return collection(
    places.map((place) => ({
      type: 'Feature',
      geometry: point(place),
      properties: { label: place.label, isDone: place.isDone },
    })),
  )
}

/** One line along places; none with fewer than two. */
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

/** Where the radius of a circle is dragged: east of its middle. */
export function handleFeatures(area: Area | undefined): FeatureCollection {
  if (area === undefined) return collection([])
  return collection([{ type: 'Feature', properties: null, geometry: point(placeAt(area, area.radiusM, 90)) }])
}
