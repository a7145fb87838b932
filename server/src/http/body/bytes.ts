import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { errorCodes, type FastifyRequest } from 'fastify'

/** Size in bytes from which parsing and validating JSON takes some milliseconds. */
const large = 65_536

let last: Promise<unknown> = Promise.resolve()

/** Whether a body is large enough to wait for its turn. */
export function isLarge(body: unknown): body is Buffer {
  return Buffer.isBuffer(body) && body.length >= large
}

/**
 * Turn in which a large body, or a piece of one, may be read. There is one turn per event loop round, so twenty bodies
 * that arrive together delay others no longer than one does (LIMIT-15).
 */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}

/**
 * Collects the bytes of a body like Fastify, but copies a body of declared length into place while it arrives: joining
 * 32 MB at the end would block others too long, and twenty bodies may end at once (LIMIT-22).
 * @param done takes the body, or Fastify's error if it exceeds the route's limit or its length differs from the
 * declared one
 */
export function collectBody(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const limit = request.routeOptions.bodyLimit
  const length = request.headers['content-length']
  const declared = length === undefined ? undefined : Number(length)
  if (declared !== undefined && declared > limit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    return
  }
  // Untouched memory is not allocated, so a client that declares much and sends little gets no more than it sent.
  const place = declared !== undefined && declared >= large ? Buffer.allocUnsafeSlow(declared) : undefined
  const chunks: Buffer[] = []
  let received = 0
  const end = (error: Error | null, body?: Buffer) => {
    payload.off('data', take)
    payload.off('end', finish)
    payload.off('error', fail)
    done(error, body)
  }
  const take = (chunk: Buffer) => {
    if (place) chunk.copy(place, received)
    else chunks.push(chunk)
    received += chunk.length
    if (received > limit) end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  }
  const finish = () => {
    const isWhole = declared === undefined || received === declared
    if (isWhole) end(null, place ?? Buffer.concat(chunks, received))
    else end(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  }
  const fail = (error: Error) => end(Object.assign(error, { statusCode: 400 }))
  payload.on('data', take)
  payload.on('end', finish)
  payload.on('error', fail)
}

/** Bytes digested at once: some 5 ms. */
const piece = 1_048_576

/** SHA-256 of a body in hexadecimal. A large one is digested in pieces, one per turn (LIMIT-15). */
export async function bodyDigest(body: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += piece) {
    if (isLarge(body)) await turn()
    hash.update(body.subarray(at, at + piece))
  }
  return hash.digest('hex')
}
