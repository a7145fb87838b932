import { tileSchemas } from '@cartage/contract/app/map-tiles'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, test } from 'vitest'
import { mapColours, markShapes, markTones } from './colours.ts'
import { areaFeatures, handleFeatures, lineFeatures, markFeatures, placeFeatures } from './features.ts'
import { roadsSource } from './road-layers.ts'
import { mapStyle, overlays } from './style.ts'

const none = { type: 'FeatureCollection' as const, features: [] }
const basemap = { land: none, coast: none, borders: none, rivers: none, lakes: none, towns: none }
const ground = { basemap, roads: undefined, language: 'nl' }
const place = { latitude: 51, longitude: 4 }

test.each(['light', 'dark'] as const)(
  'colours of the %s map are hexadecimal: the library accepts no others',
  (theme) => {
    for (const colour of Object.values(mapColours[theme])) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  },
)

test('every layer has a source, ids differ, and nothing is loaded from elsewhere', () => {
  const { sources, layers, glyphs, sprite } = mapStyle(mapColours.light, ground)
  expect([glyphs, sprite]).toEqual([undefined, undefined])
  expect(JSON.stringify({ sources, layers })).not.toMatch(/https?:/)
  expect(Object.keys(sources)).toEqual([...Object.keys(basemap), ...overlays])
  const ids = layers.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const layer of layers) if ('source' in layer) expect(Object.keys(sources)).toContain(layer.source)
})

test('names of towns give way to no vehicle, and vehicles are drawn above everything else except their names', () => {
  const { layers } = mapStyle(mapColours.light, ground)
  const vehicles = layers.find(({ id }) => id === 'vehicles')!
  expect(vehicles.layout).toMatchObject({ 'icon-ignore-placement': true, 'icon-allow-overlap': true })
  expect(layers.slice(-2).map(({ id }) => id)).toEqual(['vehicles', 'vehicle-names'])
})

test('a vehicle has the symbol of its shape and tone, and is turned only while it moves', () => {
  const marks = markShapes.flatMap((shape) =>
    markTones.map((tone) => ({ ...place, id: `${shape} ${tone}`, label: 'T', shape, tone, heading: 90 })),
  )
  const { features } = markFeatures(marks, undefined)
  expect(features.map(({ properties }) => properties?.icon)).toEqual(marks.map(({ shape, tone }) => `${shape}-${tone}`))
  expect(features.map(({ properties }) => properties?.heading)).toEqual(
    marks.map(({ shape }) => (shape === 'arrow' ? 90 : 0)),
  )
})

test('while a vehicle is selected the others are faded; an unknown selection fades none', () => {
  const marks = ['a', 'b'].map((id) => ({ ...place, id, label: id, shape: 'dot', tone: 'good', heading: 0 }) as const)
  const faded = (selected?: string) =>
    markFeatures(marks, selected).features.map(({ properties }) => properties?.isFaded)
  expect([faded('a'), faded(), faded('gone')]).toEqual([
    [false, true],
    [false, false],
    [false, false],
  ])
})

test('lines have at least two points, areas a handle on their edge', () => {
  expect(lineFeatures([place]).features).toEqual([])
  expect(lineFeatures([place, place]).features).toHaveLength(1)
  expect(placeFeatures([{ ...place, id: '1', label: '1', isDone: false }]).features).toHaveLength(1)
  expect(areaFeatures([{ ...place, radiusM: 300 }]).features).toHaveLength(1)
  expect(handleFeatures(undefined).features).toEqual([])
  expect(handleFeatures({ ...place, radiusM: 300 }).features[0]!.geometry).toMatchObject({ type: 'Point' })
})

describe.each(tileSchemas)('roads of %s', (schema) => {
  const archive = {
    url: 'pmtiles:///tiles.pmtiles',
    schema,
    bounds: [2, 49, 8, 54],
    minZoom: 4,
    credit: 'OSM',
  } as const
  const { sources, layers, glyphs, sprite } = mapStyle(mapColours.dark, { ...ground, roads: archive })

  test('are one more source, without fonts or pictures from elsewhere', () => {
    expect([glyphs, sprite]).toEqual([undefined, undefined])
    expect(sources[roadsSource]).toEqual({ type: 'vector', url: archive.url })
    const ids = layers.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const layer of layers) if ('source' in layer) expect(Object.keys(sources)).toContain(layer.source)
  })

  test('are a valid style for the library, light and dark', () => {
    for (const theme of ['light', 'dark'] as const) {
      expect(validateStyleMin(mapStyle(mapColours[theme], { ...ground, roads: archive }))).toEqual([])
    }
  })

  test('are above the basemap and below all data of planners', () => {
    const at = (id: string) => layers.findIndex((layer) => layer.id === id)
    const order = [
      'borders',
      'tile-land',
      'tile-water',
      'minor-roads',
      'main-roads',
      'motorways',
      'road-names',
      'areas',
    ]
    expect(order.map(at).toSorted((one, other) => one - other)).toEqual(order.map(at))
    expect(order.map(at)).not.toContain(-1)
  })

  test('have names in the language of the reader, else their local names', () => {
    const names = layers.find(({ id }) => id === 'tile-towns-0')!
    const field = (names.layout as { 'text-field': unknown })['text-field']
    expect(field).toEqual(['coalesce', ['get', 'name:nl'], ['get', 'name_nl'], ['get', 'name']])
  })

  test('hide towns of the basemap that the archive contains', () => {
    const towns = layers.find(({ id }) => id === 'town-names-0')!
    expect(JSON.stringify('filter' in towns && towns.filter)).toContain('["within",{"type":"Polygon"')
  })
})
