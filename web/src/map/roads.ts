import { getMapTiles, type TileSchema, tileSchemaOf } from '@cartage/contract/app/map-tiles'
import { addProtocol } from 'maplibre-gl'
import { call } from '../api/call.ts'

/** An archive with roads, as a map draws it. */
export interface Roads {
  /** As the library reads it. */
  url: string
  schema: TileSchema
  /** West, south, east, north of what it covers. */
  bounds: readonly [number, number, number, number]
  /** Further away it has nothing, and the basemap is drawn alone. */
  minZoom: number
  /** Who made it, as its licence wants it said. */
  credit: string
}

let isKnown = false

/**
 * The roads of the installation; undefined when it has none.
 * @throws when its archive cannot be read, or has layers that no map draws
 */
export async function loadRoads(): Promise<Roads | undefined> {
  const { url } = await call(getMapTiles, {})
  if (url === null) return undefined
  const { PMTiles, Protocol } = await import('pmtiles')
  const archive = new PMTiles(new URL(url, window.location.href).href)
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()])
  const schema = tileSchemaOf(metadata)
  if (schema === undefined) throw new Error('the archive has neither the layers of Protomaps nor those of OpenMapTiles')
  const protocol = new Protocol()
  protocol.add(archive)
  if (!isKnown) addProtocol('pmtiles', protocol.tile)
  isKnown = true
  return {
    url: `pmtiles://${archive.source.getKey()}`,
    schema,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    minZoom: header.minZoom,
    credit: plainText(metadata),
  }
}

/** What archives say of their makers is HTML with links. */
function plainText(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown }
  if (typeof attribution !== 'string') return ''
  return new DOMParser().parseFromString(attribution, 'text/html').body.textContent?.trim() ?? ''
}
