import '../../map/map.css'
import type { TrackedPosition } from '@cartage/contract/doors/app/tracking'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createDrawing, type MapDrawing } from '../../map/drawing.ts'
import type { Place } from '../../map/features.ts'
import type { Bounds } from '../../map/geometry.ts'

/** Attribution of the basemap's sources, as their licences require. */
const credit = 'Natural Earth · GeoNames (CC BY 4.0)'
const padding = { left: 48, right: 48, top: 40, bottom: 40 }
const listener = () => ({})

/**
 * Draws a door's map: the basemap without roads, which links may not request. Empty if drawing fails.
 * @param draw starts the drawing; tests have no WebGL
 */
export function DrawnMap({
  places,
  position,
  bounds,
  draw = createDrawing,
}: {
  places: readonly Place[]
  position: TrackedPosition | null
  bounds: Bounds
  draw?: typeof createDrawing
}) {
  const box = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<MapDrawing>()
  useEffect(() => {
    let isGone = false
    let own: MapDrawing | undefined
    draw(box.current!, listener, { hasRoads: false }).then(
      (drawn) => {
        if (isGone) return drawn.remove()
        own = drawn
        setDrawing(drawn)
      },
      // Without WebGL, the list of stops has the same information.
      () => undefined,
    )
    // The phone may switch to dark mode while the page is open, and the reader may change the language.
    const look = new MutationObserver(() => own?.followPage())
    look.observe(document.documentElement, { attributeFilter: ['data-theme', 'lang'] })
    return () => {
      isGone = true
      look.disconnect()
      own?.remove()
    }
  }, [draw])
  const content = useMemo(() => ({ places, planned: places, marks: marksOf(position) }), [places, position])
  useEffect(() => drawing?.show(content), [drawing, content])
  useEffect(() => drawing?.fit(bounds, padding, true), [drawing, bounds])
  return (
    // A finger on the map scrolls the page.
    <div className="relative size-full pointer-coarse:pointer-events-none">
      <div className="absolute inset-0">
        <div ref={box} className="size-full" data-map={drawing ? 'drawn' : 'loading'} />
      </div>
      <p className="absolute right-1 bottom-0.5 rounded bg-surface/80 px-1 text-[10.5px] text-ink-2">{credit}</p>
    </div>
  )
}

function marksOf(position: TrackedPosition | null) {
  if (position === null) return []
  const { latitude, longitude } = position
  return [{ id: 'vehicle', label: '', tone: 'good' as const, shape: 'dot' as const, heading: 0, latitude, longitude }]
}
