import { useEffect, useRef } from 'react'
import type { MapDrawing, Padding } from './drawing.ts'
import type { Bounds } from './geometry.ts'

/**
 * Shows the bounds of a map once they are known, and other ones later where the map follows them: places are added to
 * a form or a trip. A person who has moved the map looks at something, so that it stays.
 */
export function useFit(
  drawing: Pick<MapDrawing, 'fit' | 'isMovedByHand'> | undefined,
  { bounds, padding, isFollowing }: { bounds: Bounds | undefined; padding: Padding; isFollowing: boolean },
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (drawing === undefined || bounds === undefined) return
    const isFirst = shown.current === undefined
    // Records are read again and again; the same box is no reason to move the map.
    if (!isFirst && (!isFollowing || drawing.isMovedByHand || shown.current === bounds.join())) return
    shown.current = bounds.join()
    drawing.fit(bounds, padding, isFirst)
  }, [drawing, bounds, padding, isFollowing])
}
