import { type FileHandle, open } from 'node:fs/promises'
import { type TileSchema, tileSchemaOf } from '@cartage/contract/app/map-tiles'
import { FetchSource, PMTiles, type Source, TileType } from 'pmtiles'
import type { MapTiles } from '../config.ts'

/** Result of checking the archive at `MAP_TILES`. */
export interface ExaminedTiles {
  ok: boolean
  /** Description of the archive, or why maps cannot draw it and the remedy. */
  message: string
}

const schemaNames: Readonly<Record<TileSchema, string>> = { PROTOMAPS: 'Protomaps', OPENMAPTILES: 'OpenMapTiles' }
const right = (text: string): ExaminedTiles => ({ ok: true, message: text })
const wrong = (text: string): ExaminedTiles => ({ ok: false, message: text })
const answersWithinMs = 10_000

/** Reads the header of an archive as maps do. Never throws. */
export async function examineMapTiles(tiles: MapTiles): Promise<ExaminedTiles> {
  const where = 'url' in tiles ? tiles.url : tiles.file
  try {
    if ('file' in tiles) return await examineFile(tiles.file)
    const refusal = await rejectionOfHost(tiles.url)
    return refusal === undefined ? await examine(new FetchSource(tiles.url), where) : wrong(refusal)
  } catch (error) {
    return wrong(`${where} cannot be read as a PMTiles archive: ${sentenceOf(error)}`)
  }
}

async function examineFile(path: string): Promise<ExaminedTiles> {
  const file = await open(path).catch(() => undefined)
  if (!file) return wrong(`${path} cannot be opened: write the path of a PMTiles file in MAP_TILES`)
  try {
    return await examine(sourceOf(file, path), path)
  } finally {
    await file.close()
  }
}

function sourceOf(file: FileHandle, path: string): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
      return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer }
    },
  }
}

async function examine(source: Source, where: string): Promise<ExaminedTiles> {
  const archive = new PMTiles(source)
  const { tileType, minZoom, maxZoom } = await archive.getHeader()
  if (tileType !== TileType.Mvt) {
    return wrong(`${where} holds pictures: maps draw vector tiles (MVT), so choose such an archive`)
  }
  const schema = tileSchemaOf(await archive.getMetadata())
  if (schema === undefined) {
    return wrong(
      `${where} has neither the layers of Protomaps nor those of OpenMapTiles: choose an archive with either`,
    )
  }
  return right(`${where} has roads in the layers of ${schemaNames[schema]}, zoom ${minZoom} to ${maxZoom}`)
}

/** Why browsers cannot read ranges of a file there; undefined when they can. */
async function rejectionOfHost(url: string): Promise<string | undefined> {
  const headers = { range: 'bytes=0-126', origin: 'https://cartage.invalid' }
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(answersWithinMs) })
  await answer.body?.cancel()
  if (answer.status === 200)
    return `${url} answers with the whole file: choose a host that sends parts (range requests)`
  if (answer.status !== 206) return `${url} answers ${answer.status}: check the address`
  if (answer.headers.get('access-control-allow-origin') !== null) return undefined
  return `${url} does not allow other origins: let its host send Access-Control-Allow-Origin (CORS) and expose ETag`
}

function sentenceOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return [message, cause?.message].filter(Boolean).join(': ')
}
