import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'

/** Path of the road archive on our server, if the installation has one. */
export const tilesPath = '/tiles.pmtiles'

/** Tile schemas that the maps support. */
export const tileSchemas = ['PROTOMAPS', 'OPENMAPTILES'] as const
export type TileSchema = (typeof tileSchemas)[number]

/** Layers unique to each schema. */
const marking: Readonly<Record<TileSchema, readonly string[]>> = {
  PROTOMAPS: ['roads', 'places'],
  OPENMAPTILES: ['transportation', 'place'],
}

/** Tile schema of an archive from its metadata; undefined if unsupported. */
export function tileSchemaOf(metadata: unknown): TileSchema | undefined {
  const { vector_layers: layers } = (metadata ?? {}) as { vector_layers?: unknown }
  const ids = Array.isArray(layers) ? layers.map((layer: { id?: unknown } | null) => layer?.id) : []
  return tileSchemas.find((schema) => marking[schema].every((id) => ids.includes(id)))
}

/**
 * Source of road tiles. Needs no session, because pages behind links show maps too. Contains nothing about a tenant.
 */
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
