import type { Feature, FeatureCollection } from 'geojson'

/** Coordinates of a line in thousandths of a degree, each point relative to the previous one. */
type Packed = readonly number[]

/** File built by `scripts/basemap.ts`. */
export interface Basemap {
  credit: string
  /** West, south, east, north of the detailed area. */
  box: readonly number[]
  land: readonly (readonly Packed[])[]
  world: readonly (readonly Packed[])[]
  borders: readonly Packed[]
  rivers: readonly (readonly [zoom: number, line: Packed])[]
  lakes: readonly (readonly Packed[])[]
  towns: readonly (readonly [name: string, longitude: number, latitude: number, tier: number])[]
}

/** Map sources of the basemap, by name. */
export type BasemapSources = Readonly<
  Record<'land' | 'coast' | 'borders' | 'rivers' | 'lakes' | 'towns', FeatureCollection>
>

/** Coordinates of a packed line, in degrees. */
export function unpacked(numbers: Packed): [number, number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    x += numbers[index]!
    y += numbers[index + 1]!
    points.push([x / 1_000, y / 1_000])
  }
  return points
}

/** Converts the basemap into map sources. */
export function sourcesOf(basemap: Basemap): BasemapSources {
  const polygons = (shapes: Basemap['land']) =>
    shapes.map((rings) => feature({ type: 'Polygon', coordinates: rings.map(unpacked) }))
  const lines = (shapes: readonly Packed[]) =>
    shapes.map((line) => feature({ type: 'LineString', coordinates: unpacked(line) }))
  const seams = [...basemap.box, -180, 180, -60, 84]
  const rings = [...basemap.land, ...basemap.world].flat().map(unpacked)
  const coasts = rings.flatMap((ring) => withoutSeams(ring, seams))
  return {
    land: collection([...polygons(basemap.land), ...polygons(basemap.world)]),
    coast: collection(coasts.map((coordinates) => feature({ type: 'LineString', coordinates }))),
    borders: collection(lines(basemap.borders)),
    rivers: collection(
      basemap.rivers.map(([zoom, line]) => feature({ type: 'LineString', coordinates: unpacked(line) }, { zoom })),
    ),
    lakes: collection(polygons(basemap.lakes)),
    towns: collection(
      basemap.towns.map(([name, longitude, latitude, tier], rank) =>
        feature({ type: 'Point', coordinates: [longitude / 1_000, latitude / 1_000] }, { name, tier, rank }),
      ),
    ),
  }
}

function feature(geometry: Feature['geometry'], properties: Feature['properties'] = null): Feature {
  return { type: 'Feature', properties, geometry }
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}

/** Parts of a coastline that do not run along a cut edge of the file. */
function withoutSeams(ring: readonly [number, number][], seams: readonly number[]): [number, number][][] {
  const isSeam = (one: readonly number[], other: readonly number[]) =>
    [0, 1].some((axis) => one[axis] === other[axis] && seams.includes(one[axis]!))
  const parts: [number, number][][] = []
  let part: [number, number][] = []
  for (const [index, point] of ring.entries()) {
    const before = ring[index - 1]
    if (before !== undefined && isSeam(before, point)) {
      if (part.length > 1) parts.push(part)
      part = []
    }
    part.push(point)
  }
  if (part.length > 1) parts.push(part)
  return parts
}
