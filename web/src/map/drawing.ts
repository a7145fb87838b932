import 'maplibre-gl/dist/maplibre-gl.css'
import type { FeatureCollection } from 'geojson'
import { type GeoJSONSource, Map as LibreMap, type MapMouseEvent, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import basemapUrl from './basemap.json?url'
import { type Basemap, type BasemapSources, sourcesOf } from './basemap.ts'
import { mapColours } from './colours.ts'
import {
  type Area,
  areaFeatures,
  handleFeatures,
  lineFeatures,
  type Mark,
  markFeatures,
  type Place,
  placeFeatures,
} from './features.ts'
import { type Bounds, type LatLon, metresBetween } from './geometry.ts'
import { loadRoads } from './roads.ts'
import { type Ground, mapStyle, type Overlay } from './style.ts'
import { drawSymbols, symbolRatio } from './symbols.ts'

// Vite builds the worker as a separate file; without this, the map stays blank without an error.
setWorkerUrl(workerUrl)

/** All content that a map can show. */
export interface MapContent {
  marks?: readonly Mark[] | undefined
  selectedId?: string | undefined
  /** Straight lines from stop to stop: the plan has no road geometry. */
  planned?: readonly LatLon[] | undefined
  driven?: readonly LatLon[] | undefined
  places?: readonly Place[] | undefined
  areas?: readonly Area[] | undefined
  /** Area whose radius can be dragged. */
  editedArea?: Area | undefined
}

/** Callbacks of a map. */
export interface MapListener {
  onSelect?: ((id: string | undefined) => void) | undefined
  /** An area was pressed, outside any vehicle. */
  onArea?: ((id: string) => void) | undefined
  /** Visible area, once the map has stopped moving. */
  onSight?: ((bounds: Bounds, zoom: number) => void) | undefined
  /** Radius of the edited area, during the drag and on drop. */
  onRadius?: ((radiusM: number, isDropped: boolean) => void) | undefined
}

/** Space covered by panels, in pixels. */
export interface Padding {
  left: number
  right: number
  top: number
  bottom: number
}

const europe: Bounds = [-6, 41, 22, 56]
/** Hit radius of a vehicle around the pointer, in pixels. */
const reach = 8

let ground: Promise<LoadedGround> | undefined

/** Loaded map data, and whether the installation's roads could not be read. */
type LoadedGround = Pick<Ground, 'basemap' | 'roads'> & { lacksRoads: boolean }

async function loadGround(hasRoads: boolean): Promise<LoadedGround> {
  if (!hasRoads) return { basemap: await loadBasemap(), roads: undefined, lacksRoads: false }
  // A map works without roads, so it waits for them only this long.
  const roads = withinMs(loadRoads(), 6_000).then(
    (found) => ({ roads: found, lacksRoads: false }),
    () => ({ roads: undefined, lacksRoads: true }),
  )
  const [basemap, its] = await Promise.all([loadBasemap(), roads])
  return { basemap, ...its }
}

async function loadBasemap(): Promise<BasemapSources> {
  const response = await fetch(basemapUrl)
  if (!response.ok) throw new Error(`the basemap was not loaded: ${response.status}`)
  return sourcesOf((await response.json()) as Basemap)
}

async function withinMs<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return await Promise.race([work, late])
}

/**
 * Creates a map in an element. All maps of a window have roads, or none has.
 * @throws if the basemap cannot be loaded, or WebGL is unavailable
 */
export async function createDrawing(
  box: HTMLElement,
  listener: () => MapListener,
  { hasRoads = true } = {},
): Promise<MapDrawing> {
  ground ??= loadGround(hasRoads)
  try {
    const loaded = await ground
    // The next map retries the roads.
    if (loaded.lacksRoads) ground = undefined
    return new MapDrawing(box, loaded, listener)
  } catch (error) {
    ground = undefined
    throw error
  }
}

/** A map and its content. */
export class MapDrawing {
  readonly #map: LibreMap
  readonly #ground: LoadedGround
  readonly #listener: () => MapListener
  readonly #data = new Map<Overlay, FeatureCollection>()
  #look: Look
  #content: MapContent = {}
  /** Settles once everything visible was first drawn. */
  readonly drawn: Promise<void>
  #isReady = false
  #isMovedByHand = false

  constructor(box: HTMLElement, loaded: LoadedGround, listener: () => MapListener) {
    this.#ground = loaded
    this.#listener = listener
    this.#look = shownLook()
    this.#map = new LibreMap({
      container: box,
      style: this.#style(),
      bounds: [...europe] as [number, number, number, number],
      ...{ minZoom: 2.5, maxZoom: 17, attributionControl: false, fadeDuration: 0 },
      ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, keyboard: false },
    })
    this.#map.touchZoomRotate.disableRotation()
    // The page provides keys and name; a focusable canvas called Map would add nothing.
    const canvas = this.#map.getCanvas()
    for (const name of ['tabindex', 'role', 'aria-label']) canvas.removeAttribute(name)
    canvas.setAttribute('aria-hidden', 'true')
    this.#map.addControl(new ScaleControl({ maxWidth: 80 }), 'bottom-right')
    this.#map.on('style.load', () => this.#dress())
    this.drawn = new Promise((resolve) => this.#map.once('load', () => resolve()))
    this.#map.on('click', (event) => this.#press(event))
    this.#map.on('moveend', () => this.#reportSight())
    // Only movements started by the user carry a pointer, touch or wheel event.
    this.#map.on('movestart', ({ originalEvent }) => {
      if (originalEvent !== undefined) this.#isMovedByHand = true
    })
    this.#map.once('load', () => this.#reportSight())
    this.#map.on('mousemove', (event) => {
      const isHit = this.#markAt(event) !== undefined || this.#areaAt(event) !== undefined
      this.#map.getCanvas().style.cursor = isHit ? 'pointer' : ''
    })
    this.#letRadiusBeDragged()
  }

  /** Replaces the content. Unchanged parts are not redrawn. */
  show(content: MapContent): void {
    const before = this.#content
    this.#content = content
    const { marks = [], selectedId, planned = [], driven = [], places = [], areas = [], editedArea } = content
    if (before.marks !== content.marks || before.selectedId !== selectedId) {
      this.#put('vehicles', markFeatures(marks, selectedId))
    }
    if (before.planned !== content.planned) this.#put('planned', lineFeatures(planned))
    if (before.driven !== content.driven) this.#put('driven', lineFeatures(driven))
    if (before.places !== content.places) this.#put('stops', placeFeatures(places))
    if (before.areas !== content.areas || before.editedArea !== editedArea) {
      this.#put('areas', areaFeatures(editedArea ? [...areas, editedArea] : areas))
      this.#put('handle', handleFeatures(editedArea))
    }
  }

  /** Fits a box between the panels that cover the map. */
  fit([west, south, east, north]: Bounds, padding: Padding, isAtOnce = false): void {
    this.#isMovedByHand = false
    const options = {
      padding,
      maxZoom: 12,
      ...(isAtOnce || prefersNoMotion() ? { animate: false } : { duration: 400 }),
    }
    this.#map.fitBounds([west, south, east, north], options)
  }

  /** Whether the user has moved or zoomed the map since it last showed everything. */
  get isMovedByHand(): boolean {
    return this.#isMovedByHand
  }

  /** Centres a place, and zooms in if the map is too far out. */
  centre({ latitude, longitude }: LatLon, padding: Padding, leastZoom = 0): void {
    const zoom = Math.max(this.#map.getZoom(), leastZoom)
    const duration = prefersNoMotion() ? 0 : 400
    this.#map.easeTo({ center: [longitude, latitude], zoom, padding, duration })
  }

  zoomBy(steps: number): void {
    this.#isMovedByHand = true
    const zoom = this.#map.getZoom() + steps
    this.#map.easeTo({ zoom, duration: prefersNoMotion() ? 0 : 200 })
  }

  panBy(x: number, y: number): void {
    this.#isMovedByHand = true
    this.#map.panBy([x, y], { duration: prefersNoMotion() ? 0 : 150 })
  }

  /** Adopts the current theme and language. */
  followPage(): void {
    const look = shownLook()
    if (look.theme === this.#look.theme && look.language === this.#look.language) return
    this.#look = look
    this.#isReady = false
    this.#map.setStyle(this.#style(), { diff: false })
  }

  /** Attribution of the roads; undefined without roads. */
  get credit(): string | undefined {
    return this.#ground.roads?.credit
  }

  /** Whether the installation has roads that could not be read. */
  get lacksRoads(): boolean {
    return this.#ground.lacksRoads
  }

  remove(): void {
    this.#map.remove()
  }

  #style() {
    const { theme, language } = this.#look
    return mapStyle(mapColours[theme], { ...this.#ground, language })
  }

  /** A new style has neither symbols nor content, so they are added again. */
  #dress(): void {
    for (const [name, image] of drawSymbols(mapColours[this.#look.theme])) {
      if (!this.#map.hasImage(name)) this.#map.addImage(name, image, { pixelRatio: symbolRatio })
    }
    this.#isReady = true
    for (const [name, data] of this.#data) this.#source(name)?.setData(data)
  }

  #put(name: Overlay, data: FeatureCollection): void {
    this.#data.set(name, data)
    if (this.#isReady) this.#source(name)?.setData(data)
  }

  #source(name: Overlay): GeoJSONSource | undefined {
    return this.#map.getSource<GeoJSONSource>(name)
  }

  #markAt({ point: { x, y } }: Pick<MapMouseEvent, 'point'>): string | undefined {
    if (!this.#isReady) return undefined
    const box: [[number, number], [number, number]] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ]
    return this.#map.queryRenderedFeatures(box, { layers: ['vehicles'] })[0]?.properties.id as string | undefined
  }

  /** Smallest area at the pointer, if areas are selectable. */
  #areaAt({ point }: Pick<MapMouseEvent, 'point'>): string | undefined {
    if (!this.#isReady || this.#listener().onArea === undefined) return undefined
    const ids = this.#map.queryRenderedFeatures(point, { layers: ['areas'] }).map(({ properties }) => properties.id)
    const areas = this.#content.areas?.filter(({ id }) => id !== undefined && ids.includes(id)) ?? []
    return areas.toSorted((one, other) => one.radiusM - other.radiusM)[0]?.id
  }

  #press(event: MapMouseEvent): void {
    const { onSelect, onArea } = this.#listener()
    const [mark, area] = [this.#markAt(event), this.#areaAt(event)]
    if (mark === undefined && area !== undefined) onArea?.(area)
    else onSelect?.(mark)
  }

  #reportSight(): void {
    const { onSight } = this.#listener()
    if (onSight === undefined) return
    const { lng: west, lat: south } = this.#map.getBounds().getSouthWest()
    const { lng: east, lat: north } = this.#map.getBounds().getNorthEast()
    onSight([west, south, east, north], this.#map.getZoom())
  }

  #letRadiusBeDragged(): void {
    const map = this.#map
    let isDragging = false
    const report = ({ lngLat }: MapMouseEvent, isDropped: boolean) => {
      const area = this.#content.editedArea
      if (!area) return
      const metres = metresBetween(area, { latitude: lngLat.lat, longitude: lngLat.lng })
      this.#listener().onRadius?.(metres, isDropped)
    }
    map.on('mousedown', 'handle', (event) => {
      event.preventDefault()
      isDragging = true
    })
    map.on('mousemove', (event) => isDragging && report(event, false))
    map.on('mouseup', (event) => {
      if (isDragging) report(event, true)
      isDragging = false
    })
  }
}

/** Style inputs from the page. */
interface Look {
  theme: 'light' | 'dark'
  language: string
}

function shownLook(): Look {
  const { dataset, lang } = document.documentElement
  return { theme: dataset.theme === 'dark' ? 'dark' : 'light', language: lang || 'en' }
}

function prefersNoMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
