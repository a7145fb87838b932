import { lazy, Suspense } from 'react'
import type { MapContent, MapListener } from './drawing.ts'
import type { Bounds } from './geometry.ts'

const MapPart = lazy(async () => ({ default: (await import('./map-part.tsx')).MapPart }))

/** Map of fixed height on a record page. Its code loads after the page. */
export function MapPanel({
  height = 260,
  ...rest
}: MapListener & { label: string; content: MapContent; bounds: Bounds | undefined; height?: number }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken" style={{ height }}>
      <Suspense>
        <MapPart {...rest} isFollowing />
      </Suspense>
    </div>
  )
}
