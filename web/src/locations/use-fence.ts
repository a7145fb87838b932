import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import * as queries from './queries.ts'

/** Limits of a radius in metres, as on the server. */
const least = 25
const most = 20_000

/** Geofence of a location, and its drag handler. */
export interface FenceControls {
  /** Radius to show in metres: the dragged one, otherwise the stored one. Undefined until loaded. */
  radiusM: number | undefined
  /** For `onRadius` of a map: shows the radius during the drag, and saves it on drop. */
  drag: (metres: number, isDropped: boolean) => void
}

/** Geofence editing on a map. If saving fails, the radius is reset and the reason shown. */
export function useFence(locationId: string | undefined): FenceControls {
  const toasts = useToasts()
  const fence = useQuery({ ...queries.fenceQuery(locationId ?? ''), enabled: locationId !== undefined }).data
  const change = queries.useLocationChange()
  const [dragged, setDragged] = useState<number>()
  async function setRadius(metres: number, isDropped: boolean) {
    if (locationId === undefined) return
    const next = Math.round(Math.min(Math.max(metres, least), most))
    setDragged(next)
    if (!isDropped) return
    await change
      .mutateAsync(() => queries.setFence(locationId, next))
      .catch((error: unknown) => toasts.failed(failureOf(error)))
      .finally(() => setDragged(undefined))
  }
  return {
    radiusM: dragged ?? fence?.radius_m ?? fence?.usual_radius_m,
    drag: (metres, isDropped) => void setRadius(metres, isDropped),
  }
}
