import { getMapTiles, type TileSchema, tileSchemaOf } from '@cartage/contract/app/map-tiles'
import { addProtocol } from 'maplibre-gl'
import { call } from '../api/call.ts'

/** Road archive for a map. */
export interface Roads {
  /** URL in the library's format. */
  url: string
  schema: TileSchema
  /** West, south, east, north of the covered area. */
  bounds: readonly [number, number, number, number]
  /** Below this zoom only the basemap is drawn. */
  minZoom: number
  /** Attribution, as its licence requires. */
  credit: string
}

let isKnown = false

/**
 * Road archive of the installation; undefined if it has none.
 * @throws if its archive cannot be read, or its tile schema is unsupported
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

/** Archive attributions are HTML with links. */
function plainText(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown }
  if (typeof attribution !== 'string') return ''
  return new DOMParser().parseFromString(attribution, 'text/html').body.textContent?.trim() ?? ''
}
