import { open } from 'node:fs/promises'
import { tilesPath } from '@cartage/contract/app/map-tiles'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'

/** Serves the road map file of the installation in the ranges requested by maps. Roads are not tenant data. */
export function serveMapTiles(app: FastifyInstance, { map_tiles: tiles }: Pick<Config, 'map_tiles'>): void {
  app.get(tilesPath, async (request, reply) => {
    if (tiles === undefined || 'url' in tiles) throw new Problem('not_found')
    return await sendPart(reply, tiles.file, request.headers.range)
  })
}

async function sendPart(reply: FastifyReply, path: string, header: string | undefined): Promise<FastifyReply> {
  const file = await open(path).catch(() => {
    throw new Problem('not_found')
  })
  const { size, mtimeMs } = await file.stat()
  const part = partOf(header, size)
  // Another file under the same name gets another tag, so that no map mixes tiles of both.
  reply.headers({ etag: `"${size}-${Math.round(mtimeMs)}"`, 'accept-ranges': 'bytes', 'cache-control': 'no-cache' })
  if (part === 'outside') {
    await file.close()
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = part ?? { start: 0, end: size - 1 }
  if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.headers({ 'content-type': 'application/vnd.pmtiles', 'content-length': String(end - start + 1) })
  return reply.send(file.createReadStream({ start, end }))
}

/**
 * The range requested by a `Range` header, both ends included; undefined for the whole file, also for several ranges at
 * once, which no map requests. `outside` when the file has no such range.
 */
export function partOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'outside' : { start, end }
}
