import './map.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { MapIcon, Maximize2, Minus, Plus } from '../ui/icons.tsx'
import type { MapContent, MapDrawing, MapListener, Padding } from './drawing.ts'
import type { Bounds, LatLon } from './geometry.ts'
import { useFit } from './use-fit.ts'

/** Attribution of the basemap's sources, as their licences require. */
const credit = 'Natural Earth · GeoNames (CC BY 4.0)'

const noPadding: Padding = { left: 40, right: 40, top: 40, bottom: 40 }

/** Map controls for the page. */
export interface MapControls {
  fit: () => void
  zoomBy: (steps: number) => void
  panBy: (x: number, y: number) => void
  centre: (place: LatLon, leastZoom?: number) => void
}

interface MapPartProps extends MapListener {
  /** Accessible description of the map. */
  label: string
  content: MapContent
  /** Initial bounds, also used by Fit; Europe by default. */
  bounds: Bounds | undefined
  /** Whether the map follows changed bounds until the user moves it; false where the content is always moving. */
  isFollowing?: boolean
  padding?: Padding
  controls?: Ref<MapControls>
  /** The page binds F, + and - to its map. */
  hasKeys?: boolean
  /** Additional map buttons. */
  children?: React.ReactNode
}

/** Whether this browser supports WebGL. Without it, lists and tables have the same information. */
export function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}

/** Map with its buttons. The map library loads with the first map. */
export function MapPart(props: MapPartProps) {
  const [isPossible, setIsPossible] = useState(hasWebGl)
  if (!isPossible) return <NoMap />
  return <DrawnMap {...props} onFail={() => setIsPossible(false)} />
}

function NoMap() {
  return (
    <div className="grid h-full place-items-center bg-sunken p-4 text-center text-ink-2">
      <p>
        <MapIcon size={20} className="mx-auto mb-2 text-ink-3" aria-hidden="true" />
        <Trans>This browser cannot draw the map (WebGL is off). The list has everything that the map shows.</Trans>
      </p>
    </div>
  )
}

/** Explains that the installation's roads are missing, which is not a failure of the page. */
function NoRoads() {
  return (
    <p
      role="status"
      className="absolute bottom-7 left-1/2 -translate-x-1/2 rounded-md bg-surface px-2 py-1 text-[12px] text-ink-2 shadow-pop"
    >
      <Trans>The roads of the map could not be read. The command “cartage doctor” says why.</Trans>
    </p>
  )
}

function DrawnMap(props: MapPartProps & { onFail: () => void }) {
  const {
    label,
    content,
    bounds,
    padding = noPadding,
    isFollowing = false,
    controls,
    hasKeys = false,
    children,
  } = props
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const { drawing, isDrawn } = useDrawing(box, props)
  useEffect(() => drawing?.show(content), [drawing, content])
  useFit(drawing, { bounds, padding, isFollowing })
  const fit = () => {
    if (bounds !== undefined) drawing?.fit(bounds, padding)
  }
  useImperativeHandle(controls, () => ({
    fit,
    zoomBy: (steps) => drawing?.zoomBy(steps),
    panBy: (x, y) => drawing?.panBy(x, y),
    centre: (place, leastZoom) => drawing?.centre(place, padding, leastZoom),
  }))
  return (
    <section aria-label={label} className="relative h-full min-h-0 w-full overflow-hidden bg-sunken">
      {/* The library's style sheet sets the position of its element, so that it needs a wrapper. */}
      <div className="absolute inset-0">
        <div ref={box} className="size-full" aria-busy={!isDrawn} data-map={isDrawn ? 'drawn' : 'loading'} />
      </div>
      <p className="absolute right-2 bottom-1 max-w-[70%] truncate rounded bg-surface/80 px-1 text-[10.5px] text-ink-2">
        {[drawing?.credit, credit].filter(Boolean).join(' · ')}
      </p>
      {drawing?.lacksRoads && <NoRoads />}
      <div className="absolute right-3 bottom-16 grid gap-1.5">
        {children}
        <div className="grid rounded-lg bg-surface p-0.5 shadow-pop">
          <IconButton icon={Maximize2} label={t`Show all`} {...(hasKeys && { keys: 'f' })} onClick={fit} />
          <IconButton
            icon={Plus}
            label={t`Zoom in`}
            {...(hasKeys && { keys: '+' })}
            onClick={() => drawing?.zoomBy(1)}
          />
          <IconButton
            icon={Minus}
            label={t`Zoom out`}
            {...(hasKeys && { keys: '-' })}
            onClick={() => drawing?.zoomBy(-1)}
          />
        </div>
      </div>
    </section>
  )
}

/** Map drawing in an element, once its code and the basemap are loaded. */
function useDrawing(box: React.RefObject<HTMLElement | null>, props: MapPartProps & { onFail: () => void }) {
  const [drawing, setDrawing] = useState<MapDrawing>()
  const [isDrawn, setIsDrawn] = useState(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    let isGone = false
    let own: MapDrawing | undefined
    async function begin() {
      try {
        const { createDrawing } = await import('./drawing.ts')
        if (isGone || !box.current) return
        own = await createDrawing(box.current, () => latest.current)
        if (isGone) return own.remove()
        setDrawing(own)
        await own.drawn
        if (!isGone) setIsDrawn(true)
      } catch {
        if (!isGone) latest.current.onFail()
      }
    }
    void begin()
    const look = new MutationObserver(() => own?.followPage())
    look.observe(document.documentElement, { attributeFilter: ['data-theme', 'lang'] })
    return () => {
      isGone = true
      look.disconnect()
      own?.remove()
      setDrawing(undefined)
      setIsDrawn(false)
    }
  }, [box])
  return { drawing, isDrawn }
}
