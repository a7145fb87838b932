import type { Fence } from '@cartage/contract/positions/app/fences'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { fencesQuery, locationQuery } from '../locations/queries.ts'
import { useFence } from '../locations/use-fence.ts'
import type { MapContent } from '../map/drawing.ts'
import type { Bounds, LatLon } from '../map/geometry.ts'
import { usePermission } from '../session/permission.ts'
import type { MapSearch } from './address.ts'

/** Minimum zoom at which circles of some hundred metres are visible. */
const leastZoom = 8.5

/** Location whose geofence is being edited. */
export interface SelectedPlace extends LatLon {
  id: string
  name: string
  city: string | null
}

/** Locations on the live map. */
export interface Places {
  isShown: boolean
  /** The zoom is too low for circles. */
  isFar: boolean
  items: readonly Fence[]
  isCut: boolean
  selected: SelectedPlace | undefined
  mayEdit: boolean
  content: Pick<MapContent, 'areas' | 'editedArea'>
  onSight: (bounds: Bounds, zoom: number) => void
  onRadius: ((metres: number, isDropped: boolean) => void) | undefined
}

const none: readonly never[] = []

/** Geofences in the visible area, and the edited one. */
export function usePlaces({ places, location }: MapSearch): Places {
  const isShown = places === 'shown'
  const mayEdit = usePermission('location.write')
  const [sight, setSight] = useState<{ box: Bounds; isFar: boolean }>()
  const box = sight?.isFar === false ? sight.box : undefined
  const found = useQuery({ ...fencesQuery(box ?? [0, 0, 0, 0]), enabled: isShown && box !== undefined }).data
  const items = isShown && box !== undefined ? (found?.items ?? none) : none
  const selected = useSelected(isShown ? location : undefined)
  const { radiusM, drag } = useFence(selected?.id)
  const content = useMemo(() => {
    const areas = items.filter(({ location_id }) => location_id !== selected?.id).map(areaOf)
    if (selected === undefined || radiusM === undefined) return { areas }
    const area = { ...selected, radiusM, label: selected.name }
    return mayEdit ? { areas, editedArea: area } : { areas: [...areas, area] }
  }, [items, selected, radiusM, mayEdit])
  const onSight = useCallback((bounds: Bounds, zoom: number) => {
    const next = { box: widened(bounds), isFar: zoom < leastZoom }
    setSight((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }, [])
  return {
    ...{ isShown, items, selected, mayEdit, content, onSight },
    isFar: sight?.isFar !== false,
    isCut: found?.is_cut === true,
    onRadius: selected && mayEdit ? drag : undefined,
  }
}

function useSelected(locationId: string | undefined): SelectedPlace | undefined {
  const record = useQuery({ ...locationQuery(locationId ?? ''), enabled: locationId !== undefined }).data
  return useMemo(() => {
    if (locationId === undefined || record === undefined) return undefined
    const { id, latitude, longitude, city, display_name, name, address } = record
    // The centre of a town is not a place to arrive at.
    if (latitude === null || longitude === null || record.is_coordinate_estimate) return undefined
    return { id, latitude, longitude, city, name: display_name ?? name ?? address ?? city ?? '' }
  }, [locationId, record])
}

function areaOf({ location_id, name, city, latitude, longitude, radius_m }: Fence) {
  return { id: location_id, label: name ?? city ?? '', latitude, longitude, radiusM: radius_m }
}

/** Expands a box to a quarter-degree grid, so that a small move of the map loads nothing. */
function widened([west, south, east, north]: Bounds): Bounds {
  const low = (value: number, least: number) => Math.max(Math.floor(value * 4) / 4, least)
  const high = (value: number, most: number) => Math.min(Math.ceil(value * 4) / 4, most)
  return [low(west, -180), low(south, -90), high(east, 180), high(north, 90)]
}
