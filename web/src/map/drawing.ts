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
import { mapStyle, type Overlay } from './style.ts'
import { drawSymbols, symbolRatio } from './symbols.ts'

// Vite builds the worker as a file of our own; without this the map stays blank and says nothing.
setWorkerUrl(workerUrl)

/** Everything that can lie on a map. */
export interface MapContent {
  marks?: readonly Mark[] | undefined
  selectedId?: string | undefined
  /** Straight from stop to stop: there is no road in the plan. */
  planned?: readonly LatLon[] | undefined
  driven?: readonly LatLon[] | undefined
  places?: readonly Place[] | undefined
  areas?: readonly Area[] | undefined
  /** The area whose radius is dragged. */
  editedArea?: Area | undefined
}

/** What a map reports. */
export interface MapListener {
  onSelect?: ((id: string | undefined) => void) | undefined
  /** The radius of the area that is edited, while it is dragged and when it is dropped. */
  onRadius?: ((radiusM: number, isDropped: boolean) => void) | undefined
}

/** Space that panels take from the map, in pixels. */
export interface Padding {
  left: number
  right: number
  top: number
  bottom: number
}

const europe: Bounds = [-6, 41, 22, 56]
/** Pixels around a pointer in which a vehicle is met. */
const reach = 8

let basemap: Promise<BasemapSources> | undefined

async function loadBasemap(): Promise<BasemapSources> {
  const response = await fetch(basemapUrl)
  if (!response.ok) throw new Error(`the basemap was not loaded: ${response.status}`)
  return sourcesOf((await response.json()) as Basemap)
}

/**
 * Draws a map into a box.
 * @throws when the basemap cannot be loaded, or the browser gives no WebGL
 */
export async function createDrawing(box: HTMLElement, listener: () => MapListener): Promise<MapDrawing> {
  basemap ??= loadBasemap()
  try {
    return new MapDrawing(box, await basemap, listener)
  } catch (error) {
    basemap = undefined
    throw error
  }
}

/** A map and what lies on it. */
export class MapDrawing {
  readonly #map: LibreMap
  readonly #basemap: BasemapSources
  readonly #listener: () => MapListener
  readonly #data = new Map<Overlay, FeatureCollection>()
  #theme: 'light' | 'dark'
  #content: MapContent = {}
  /** Settled when everything in sight was drawn for the first time. */
  readonly drawn: Promise<void>
  #isReady = false

  constructor(box: HTMLElement, ground: BasemapSources, listener: () => MapListener) {
    this.#basemap = ground
    this.#listener = listener
    this.#theme = shownTheme()
    this.#map = new LibreMap({
      container: box,
      style: mapStyle(mapColours[this.#theme], ground),
      bounds: [...europe] as [number, number, number, number],
      ...{ minZoom: 2.5, maxZoom: 17, attributionControl: false, fadeDuration: 0 },
      ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, keyboard: false },
    })
    this.#map.touchZoomRotate.disableRotation()
    // The page has the keys and the name; a picture that takes the focus and is called Map says nothing.
    const canvas = this.#map.getCanvas()
    for (const name of ['tabindex', 'role', 'aria-label']) canvas.removeAttribute(name)
    canvas.setAttribute('aria-hidden', 'true')
    this.#map.addControl(new ScaleControl({ maxWidth: 80 }), 'bottom-right')
    this.#map.on('style.load', () => this.#dress())
    this.drawn = new Promise((resolve) => this.#map.once('load', () => resolve()))
    this.#map.on('click', (event) => this.#listener().onSelect?.(this.#markAt(event)))
    this.#map.on('mousemove', (event) => {
      this.#map.getCanvas().style.cursor = this.#markAt(event) === undefined ? '' : 'pointer'
    })
    this.#letRadiusBeDragged()
  }

  /** Shows this content in place of what was there. What has not changed is not drawn again. */
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

  /** Shows all of a box, between panels that cover the map. */
  fit([west, south, east, north]: Bounds, padding: Padding, isAtOnce = false): void {
    const options = {
      padding,
      maxZoom: 12,
      ...(isAtOnce || prefersNoMotion() ? { animate: false } : { duration: 400 }),
    }
    this.#map.fitBounds([west, south, east, north], options)
  }

  /** Brings a place into sight, and zooms in when the map is far away. */
  centre({ latitude, longitude }: LatLon, padding: Padding, leastZoom = 0): void {
    const zoom = Math.max(this.#map.getZoom(), leastZoom)
    const duration = prefersNoMotion() ? 0 : 400
    this.#map.easeTo({ center: [longitude, latitude], zoom, padding, duration })
  }

  zoomBy(steps: number): void {
    const zoom = this.#map.getZoom() + steps
    this.#map.easeTo({ zoom, duration: prefersNoMotion() ? 0 : 200 })
  }

  panBy(x: number, y: number): void {
    this.#map.panBy([x, y], { duration: prefersNoMotion() ? 0 : 150 })
  }

  /** Takes the colours of the theme that is shown now. */
  followTheme(): void {
    const theme = shownTheme()
    if (theme === this.#theme) return
    this.#theme = theme
    this.#isReady = false
    this.#map.setStyle(mapStyle(mapColours[theme], this.#basemap), { diff: false })
  }

  remove(): void {
    this.#map.remove()
  }

  /** A new style has neither symbols nor content. */
  #dress(): void {
    for (const [name, image] of drawSymbols(mapColours[this.#theme])) {
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

function shownTheme(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

function prefersNoMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
