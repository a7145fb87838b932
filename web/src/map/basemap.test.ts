import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Basemap, sourcesOf, unpacked } from './basemap.ts'

const bytes = readFileSync(join(import.meta.dirname, 'basemap.json'))
const basemap = JSON.parse(bytes.toString('utf8')) as Basemap

test('a packed line is read point by point', () => {
  expect(unpacked([4_000, 51_000, 500, -250, 0, 1])).toEqual([
    [4, 51],
    [4.5, 50.75],
    [4.5, 50.751],
  ])
})

test('the basemap has coast, borders, rivers, lakes and towns, credits its sources and stays small', () => {
  const { land, coast, borders, rivers, lakes, towns } = sourcesOf(basemap)
  for (const { features } of [land, coast, borders, rivers, lakes]) expect(features.length).toBeGreaterThan(30)
  expect(towns.features.length).toBeGreaterThan(5_000)
  expect(basemap.credit).toBe('Natural Earth · GeoNames (CC BY 4.0)')
  expect(gzipSync(bytes).length).toBeLessThan(500_000)
})

test('every point is on Earth, and no coast runs along the edge where the file was cut', () => {
  const { land, coast } = sourcesOf(basemap)
  const points = land.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates.flat() : [],
  )
  expect(points.every(([x, y]) => Math.abs(x!) <= 180 && Math.abs(y!) <= 90)).toBe(true)
  const [west] = basemap.box
  const steps = coast.features.flatMap(({ geometry }) =>
    geometry.type === 'LineString'
      ? geometry.coordinates.slice(1).map((point, index) => [geometry.coordinates[index]!, point] as const)
      : [],
  )
  expect(steps.filter(([one, other]) => one[0] === west && other[0] === west)).toEqual([])
})
