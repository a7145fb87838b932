import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import * as queries from './queries.ts'

/** Metres that a radius may have, as the server takes it. */
const least = 25
const most = 20_000

/** The circle around a location that counts as being there, and what dragging its edge does. */
export interface FenceControls {
  /** Metres to show: of the drag that goes on, else those that count. Undefined until they are loaded. */
  radiusM: number | undefined
  /** For `onRadius` of a map: shows the radius while it is dragged, and saves it when it is dropped. */
  drag: (metres: number, isDropped: boolean) => void
}

/** The circle of a location as a map edits it. A radius that could not be saved goes back, and the reason is shown. */
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
