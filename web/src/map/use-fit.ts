import { useEffect, useRef } from 'react'
import type { MapDrawing, Padding } from './drawing.ts'
import type { Bounds } from './geometry.ts'

/**
 * Fits the map to its bounds once known, and to later ones where the map follows them, as places are added to a form or
 * trip. After the user has moved the map, it stays.
 */
export function useFit(
  drawing: Pick<MapDrawing, 'fit' | 'isMovedByHand'> | undefined,
  { bounds, padding, isFollowing }: { bounds: Bounds | undefined; padding: Padding; isFollowing: boolean },
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (drawing === undefined || bounds === undefined) return
    const isFirst = shown.current === undefined
    // Records are refetched repeatedly; unchanged bounds must not move the map.
    if (!isFirst && (!isFollowing || drawing.isMovedByHand || shown.current === bounds.join())) return
    shown.current = bounds.join()
    drawing.fit(bounds, padding, isFirst)
  }, [drawing, bounds, padding, isFollowing])
}
