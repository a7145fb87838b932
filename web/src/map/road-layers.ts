import type { TileSchema } from '@cartage/contract/app/map-tiles'
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapColours } from './colours.ts'

/** A layer of an archive, with a filter of its features. */
interface Part {
  layer: string
  filter?: FilterSpecification
}

/** Locations of map content in a tile schema. */
interface Parts {
  /** Land; without it, the whole covered area is land below the water. */
  land: Part | undefined
  green: Part[]
  built: Part[]
  water: Part
  rivers: Part
  borders: Part
  buildings: Part
  rails: Part
  minorRoads: Part
  mainRoads: Part
  motorways: Part
  roadNames: Part
  roadNumbers: Part
  /** Towns, largest first, with the zoom from which each is named. */
  towns: (Part & { from: number })[]
}

const is = (member: string, ...values: string[]): FilterSpecification => ['in', ['get', member], ['literal', values]]
const both = (...filters: FilterSpecification[]) => ['all', ...filters] as FilterSpecification
const not = (filter: FilterSpecification) => ['!', filter] as FilterSpecification

/** Protomaps archives store the type as `kind`, before 2024 as `pmap:kind`. */
const kind = (...values: string[]): FilterSpecification => [
  'in',
  ['coalesce', ['get', 'kind'], ['get', 'pmap:kind']],
  ['literal', values],
]
const rank: ExpressionSpecification = [
  'to-number',
  ['coalesce', ['get', 'population_rank'], ['get', 'pmap:population_rank']],
  0,
]

const parts: Readonly<Record<TileSchema, Parts>> = {
  PROTOMAPS: {
    land: { layer: 'earth' },
    green: [
      { layer: 'landcover', filter: kind('forest', 'grassland', 'farmland') },
      { layer: 'landuse', filter: kind('forest', 'wood', 'park', 'nature_reserve', 'grass', 'meadow', 'golf_course') },
    ],
    built: [
      { layer: 'landcover', filter: kind('urban_area') },
      { layer: 'landuse', filter: kind('residential', 'industrial', 'commercial', 'railway', 'aerodrome') },
    ],
    water: { layer: 'water', filter: ['!=', ['geometry-type'], 'LineString'] },
    rivers: { layer: 'water', filter: ['==', ['geometry-type'], 'LineString'] },
    borders: { layer: 'boundaries', filter: kind('country') },
    buildings: { layer: 'buildings' },
    rails: { layer: 'roads', filter: kind('rail') },
    minorRoads: { layer: 'roads', filter: kind('minor_road', 'medium_road', 'other') },
    mainRoads: { layer: 'roads', filter: kind('major_road') },
    motorways: { layer: 'roads', filter: kind('highway') },
    roadNames: { layer: 'roads', filter: kind('highway', 'major_road', 'medium_road', 'minor_road') },
    roadNumbers: { layer: 'roads', filter: both(kind('highway', 'major_road'), ['has', 'ref']) },
    towns: [
      { layer: 'places', filter: both(kind('locality', 'city'), ['>=', rank, 11]), from: 3 },
      { layer: 'places', filter: both(kind('locality', 'city', 'town'), ['>=', rank, 8], ['<', rank, 11]), from: 6 },
      { layer: 'places', filter: both(kind('locality', 'city', 'town', 'village'), ['<', rank, 8]), from: 10 },
      { layer: 'places', filter: kind('neighbourhood', 'macrohood'), from: 13 },
    ],
  },
  OPENMAPTILES: {
    land: undefined,
    green: [{ layer: 'landcover', filter: is('class', 'wood', 'grass', 'farmland') }, { layer: 'park' }],
    built: [{ layer: 'landuse', filter: is('class', 'residential', 'industrial', 'commercial', 'retail', 'railway') }],
    water: { layer: 'water' },
    rivers: { layer: 'waterway' },
    borders: { layer: 'boundary', filter: both(['==', ['get', 'admin_level'], 2], ['!=', ['get', 'maritime'], 1]) },
    buildings: { layer: 'building' },
    rails: { layer: 'transportation', filter: is('class', 'rail') },
    minorRoads: { layer: 'transportation', filter: is('class', 'tertiary', 'minor', 'service', 'track') },
    mainRoads: { layer: 'transportation', filter: is('class', 'trunk', 'primary', 'secondary') },
    motorways: { layer: 'transportation', filter: is('class', 'motorway') },
    roadNames: { layer: 'transportation_name', filter: not(is('class', 'path', 'rail', 'ferry')) },
    roadNumbers: {
      layer: 'transportation_name',
      filter: both(is('class', 'motorway', 'trunk', 'primary'), ['has', 'ref']),
    },
    towns: [
      { layer: 'place', filter: is('class', 'city'), from: 3 },
      { layer: 'place', filter: is('class', 'town'), from: 8 },
      { layer: 'place', filter: is('class', 'village'), from: 10 },
      { layer: 'place', filter: is('class', 'suburb', 'quarter', 'neighbourhood'), from: 13 },
    ],
  },
}

/** Source name of an archive. */
export const roadsSource = 'roads'
/** Source name of the area that an archive covers. */
export const coveredSource = 'covered'

/** Name of a feature in a language, otherwise its local name. */
export function nameIn(language: string): ExpressionSpecification {
  return ['coalesce', ['get', `name:${language}`], ['get', `name_${language}`], ['get', 'name']]
}

const byZoom = (...stops: number[]): ExpressionSpecification => {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as ExpressionSpecification
}

function part({ layer, filter }: Part) {
  return { source: roadsSource, 'source-layer': layer, ...(filter && { filter }) }
}

/** Land, water, roads and buildings of an archive, drawn over the basemap, which continues outside it. */
export function roadLayers(schema: TileSchema, colours: MapColours, minzoom: number): LayerSpecification[] {
  const has = parts[schema]
  const fill = (id: string, one: Part, colour: string, from = minzoom): LayerSpecification => {
    return { id, type: 'fill', minzoom: from, ...part(one), paint: { 'fill-color': colour, 'fill-antialias': false } }
  }
  return [
    has.land
      ? fill('tile-land', has.land, colours.land)
      : { id: 'tile-land', type: 'fill', source: coveredSource, minzoom, paint: { 'fill-color': colours.land } },
    ...has.built.map((one, at) => fill(`built-${at}`, one, colours.built)),
    ...has.green.map((one, at) => fill(`green-${at}`, one, colours.green)),
    fill('tile-water', has.water, colours.sea),
    line('tile-rivers', has.rivers, colours.river, byZoom(8, 0.5, 14, 3)),
    fill('buildings', has.buildings, colours.building, 13),
    line('rails', { ...has.rails, from: 9 }, colours.rail, byZoom(9, 0.6, 16, 2)),
    ...street(has, colours),
    line('tile-borders', has.borders, colours.border, byZoom(3, 0.7, 10, 1.6)),
  ]
}

function line(
  id: string,
  { from = 0, ...one }: Part & { from?: number },
  colour: string,
  width: ExpressionSpecification,
): LayerSpecification {
  return {
    ...{ id, type: 'line', minzoom: from, ...part(one) },
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  }
}

/** Roads with outlines, largest on top. */
function street(has: Parts, { minorRoad, mainRoad, motorway, roadEdge }: MapColours): LayerSpecification[] {
  const [minor, main, great] = [
    { ...has.minorRoads, from: 11 },
    { ...has.mainRoads, from: 6 },
    { ...has.motorways, from: 4 },
  ]
  return [
    line('minor-road-edges', { ...minor, from: 13 }, roadEdge, byZoom(13, 2.5, 17, 12)),
    line('main-road-edges', { ...main, from: 9 }, roadEdge, byZoom(9, 1.6, 17, 17)),
    line('motorway-edges', { ...great, from: 7 }, roadEdge, byZoom(7, 2, 17, 20)),
    line('minor-roads', minor, minorRoad, byZoom(11, 0.6, 13, 1.5, 17, 10)),
    line('main-roads', main, mainRoad, byZoom(6, 0.5, 9, 1, 17, 14)),
    line('motorways', great, motorway, byZoom(4, 0.5, 7, 1.2, 17, 16)),
  ]
}

/** Names of roads and places of an archive in a language, in the page's fonts. */
export function roadNameLayers(
  schema: TileSchema,
  { ink, halo, dot }: MapColours,
  { language, font, minzoom }: { language: string; font: string[]; minzoom: number },
): LayerSpecification[] {
  const has = parts[schema]
  const paint = { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 }
  const text = (size: ExpressionSpecification | number) => ({ 'text-font': font, 'text-size': size })
  const towns = has.towns.map(
    (town, at): LayerSpecification => ({
      ...{ id: `tile-towns-${at}`, type: 'symbol', minzoom: Math.max(minzoom, town.from), ...part(town) },
      layout: {
        ...text(['interpolate', ['linear'], ['zoom'], 4, at === 0 ? 12 : 11, 10, at < 2 ? 15 : 12.5]),
        ...{ 'text-field': nameIn(language), 'text-padding': 4, 'text-max-width': 8 },
      },
      paint: at < 3 ? paint : { ...paint, 'text-color': dot },
    }),
  )
  return [
    {
      ...{ id: 'road-names', type: 'symbol', minzoom: 13, ...part(has.roadNames) },
      layout: { ...text(11), 'text-field': nameIn(language), 'symbol-placement': 'line', 'symbol-spacing': 350 },
      paint,
    },
    {
      ...{ id: 'road-numbers', type: 'symbol', minzoom: 8, ...part(has.roadNumbers) },
      layout: {
        ...{ ...text(10), 'text-field': ['get', 'ref'], 'text-padding': 20 },
        ...{ 'symbol-placement': 'line', 'symbol-spacing': 400, 'text-rotation-alignment': 'viewport' },
      },
      paint: { ...paint, 'text-halo-width': 2 },
    },
    // The topmost layer is placed first: large towns get their names first.
    ...towns.reverse(),
  ]
}
