import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'

/** Where our own server sends the file with roads, when the installation has one. */
export const tilesPath = '/tiles.pmtiles'

/** Sets of layers that the maps know how to draw. */
export const tileSchemas = ['PROTOMAPS', 'OPENMAPTILES'] as const
export type TileSchema = (typeof tileSchemas)[number]

/** Layers that only one of the sets has. */
const marking: Readonly<Record<TileSchema, readonly string[]>> = {
  PROTOMAPS: ['roads', 'places'],
  OPENMAPTILES: ['transportation', 'place'],
}

/** The set of layers that an archive has by what its metadata say; undefined when the maps cannot draw it. */
export function tileSchemaOf(metadata: unknown): TileSchema | undefined {
  const { vector_layers: layers } = (metadata ?? {}) as { vector_layers?: unknown }
  const ids = Array.isArray(layers) ? layers.map((layer: { id?: unknown } | null) => layer?.id) : []
  return tileSchemas.find((schema) => marking[schema].every((id) => ids.includes(id)))
}

/** Where maps read roads; pages behind links draw maps too, so it needs no session. It says nothing of a tenant. */
export const getMapTiles = endpoint({
  ...ofApplication,
  id: 'getMapTiles',
  method: 'GET',
  path: '/app/map/tiles',
  summary: 'Where maps read roads',
  auth: 'none',
  response: z
    .object({
      url: z
        .string()
        .nullable()
        .describe('Path on our own server, or address, of a PMTiles archive; null: maps have no roads.'),
    })
    .meta({ id: 'AppMapTiles' }),
})
