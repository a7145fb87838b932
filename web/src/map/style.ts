import type { FeatureCollection, Polygon } from 'geojson'
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { BasemapSources } from './basemap.ts'
import type { MapColours } from './colours.ts'
import { coveredSource, roadLayers, roadNameLayers, roadsSource } from './road-layers.ts'
import type { Roads } from './roads.ts'

/** Content sources of the map, in drawing order. */
export const overlays = ['areas', 'planned', 'driven', 'stops', 'handle', 'vehicles'] as const
export type Overlay = (typeof overlays)[number]

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Fonts of the page: MapLibre renders text with them if no glyphs are configured. */
const font = ['Inter Variable', 'sans-serif']

/** Base data of a map. */
export interface Ground {
  basemap: BasemapSources
  /** Undefined: basemap only. */
  roads: Roads | undefined
  /** Language of the page, for multilingual names. */
  language: string
}

/** Map style with the basemap and the installation's roads, without content. */
export function mapStyle(colours: MapColours, { basemap, roads, language }: Ground): StyleSpecification {
  const data = { ...basemap, ...Object.fromEntries(overlays.map((name) => [name, empty])) }
  const sources = Object.entries(data).map(([name, content]): [string, SourceSpecification] => [
    name,
    { type: 'geojson', data: content, ...(name in basemap ? { tolerance: 0.4, buffer: 32 } : { buffer: 64 }) },
  ])
  const names = { language, font, minzoom: roads?.minZoom ?? 0 }
  return {
    version: 8,
    sources: { ...Object.fromEntries(sources), ...(roads && sourcesOfRoads(roads)) },
    layers: [
      ...groundLayers(colours),
      ...(roads ? roadLayers(roads.schema, colours, roads.minZoom) : []),
      ...townLayers(colours, roads),
      ...(roads ? roadNameLayers(roads.schema, colours, names) : []),
      ...overlayLayers(colours),
    ],
  }
}

function sourcesOfRoads(roads: Roads): Record<string, SourceSpecification> {
  return {
    [coveredSource]: { type: 'geojson', data: { type: 'Feature', properties: null, geometry: boxOf(roads) } },
    [roadsSource]: { type: 'vector', url: roads.url },
  }
}

function boxOf({ bounds: [west, south, east, north] }: Roads): Polygon {
  const corners = [west, south, east, south, east, north, west, north, west, south]
  const ring = Array.from({ length: 5 }, (_, at) => [corners[at * 2]!, corners[at * 2 + 1]!])
  return { type: 'Polygon', coordinates: [ring] }
}

function groundLayers(colours: MapColours): LayerSpecification[] {
  const { sea, land, coast, border, river } = colours
  const lineWidth = (far: number, near: number): ExpressionSpecification => {
    return ['interpolate', ['linear'], ['zoom'], 3, far, 10, near]
  }
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': sea } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land, 'fill-antialias': false } },
    { id: 'coast', type: 'line', source: 'coast', paint: { 'line-color': coast, 'line-width': lineWidth(0.5, 1.2) } },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': sea } },
    {
      ...{ id: 'rivers', type: 'line', source: 'rivers' },
      filter: ['<=', ['get', 'zoom'], ['+', ['zoom'], 0.5]],
      paint: { 'line-color': river, 'line-width': lineWidth(0.6, 2.4) },
    },
    {
      ...{ id: 'borders', type: 'line', source: 'borders' },
      paint: { 'line-color': border, 'line-width': lineWidth(0.7, 1.4), 'line-dasharray': [4, 3] },
    },
  ]
}

/** Zoom from which towns of each tier are named, largest first. */
const townZooms = [3, 5, 6.2, 7.2, 8.6]

/** Towns of the basemap; hidden at zooms where an archive has its own names. */
function townLayers({ ink, dot, halo }: MapColours, roads: Roads | undefined): LayerSpecification[] {
  const ofTier = (tier: number): FilterSpecification => {
    const isOfTier: ExpressionSpecification = ['==', ['get', 'tier'], tier]
    if (!roads) return isOfTier
    return ['all', isOfTier, ['any', ['!', ['within', boxOf(roads)]], ['<', ['zoom'], roads.minZoom]]]
  }
  const layers = townZooms.flatMap((minzoom, tier): LayerSpecification[] => [
    {
      ...{ id: `town-dots-${tier}`, type: 'circle', source: 'towns', minzoom },
      filter: ofTier(tier),
      paint: { 'circle-radius': tier < 2 ? 2 : 1.6, 'circle-color': dot },
    },
    {
      ...{ id: `town-names-${tier}`, type: 'symbol', source: 'towns', minzoom },
      filter: ofTier(tier),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, tier === 0 ? 12 : 11, 10, tier < 2 ? 15 : 12.5],
        'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
        'text-radial-offset': 0.5,
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 4,
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ])
  // The topmost layer is placed first: large towns get their names first.
  return layers.reverse()
}

function overlayLayers(colours: MapColours): LayerSpecification[] {
  const { planned, driven, ring, stop, onStop } = colours
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  return [
    { id: 'areas', type: 'fill', source: 'areas', paint: { 'fill-color': ring, 'fill-opacity': 0.14 } },
    { id: 'area-edges', type: 'line', source: 'areas', paint: { 'line-color': ring, 'line-width': 1.5 } },
    {
      ...{ id: 'area-names', type: 'symbol', source: 'areas', minzoom: 11 },
      layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 11, 'text-padding': 6 },
      paint: { 'text-color': ring, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
    },
    {
      ...{ id: 'planned', type: 'line', source: 'planned', layout: round },
      paint: { 'line-color': planned, 'line-width': 2.5, 'line-dasharray': [0.1, 2], 'line-opacity': 0.9 },
    },
    { id: 'driven', type: 'line', source: 'driven', layout: round, paint: { 'line-color': driven, 'line-width': 3 } },
    {
      ...{ id: 'stops', type: 'circle', source: 'stops' },
      paint: {
        'circle-radius': 9,
        'circle-color': ['case', ['get', 'isDone'], stop, onStop],
        'circle-stroke-color': stop,
        'circle-stroke-width': 2,
      },
    },
    {
      ...{ id: 'stop-numbers', type: 'symbol', source: 'stops' },
      layout: { 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 11, 'text-allow-overlap': true },
      paint: { 'text-color': ['case', ['get', 'isDone'], onStop, stop] },
    },
    {
      ...{ id: 'handle', type: 'circle', source: 'handle' },
      paint: { 'circle-radius': 7, 'circle-color': onStop, 'circle-stroke-color': ring, 'circle-stroke-width': 3 },
    },
    {
      ...{ id: 'vehicle-ring', type: 'circle', source: 'vehicles', filter: ['get', 'isSelected'] },
      paint: { 'circle-radius': 17, 'circle-opacity': 0, 'circle-stroke-color': ring, 'circle-stroke-width': 2.5 },
    },
    {
      ...{ id: 'vehicles', type: 'symbol', source: 'vehicles' },
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-rotate': ['get', 'heading'],
        'icon-rotation-alignment': 'map',
        'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.7, 7, 0.9, 10, 1.15],
        'icon-allow-overlap': true,
        // Otherwise town names near vehicles disappear.
        'icon-ignore-placement': true,
        'symbol-sort-key': ['case', ['get', 'isSelected'], 1, 0],
      },
      paint: { 'icon-opacity': ['case', ['get', 'isFaded'], 0.5, 1] },
    },
    {
      ...{ id: 'vehicle-names', type: 'symbol', source: 'vehicles', minzoom: 9.5 },
      layout: {
        ...{ 'text-field': ['get', 'label'], 'text-font': font, 'text-size': 11 },
        ...{ 'text-offset': [0, 1.2], 'text-anchor': 'top', 'text-optional': true },
      },
      paint: { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
    },
  ]
}
