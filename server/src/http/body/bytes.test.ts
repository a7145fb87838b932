import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { bodyDigest, collectBody } from './bytes.ts'

/** Collects chunks; returns the bytes or the error code. */
function collected(chunks: readonly Buffer[], declared: number | undefined, limit: number): Promise<Buffer | string> {
  const headers = declared === undefined ? {} : { 'content-length': String(declared) }
  const request = { headers, routeOptions: { bodyLimit: limit } } as unknown as FastifyRequest
  return new Promise((resolve) => {
    collectBody(request, Readable.from(chunks, { objectMode: false }), (error, body) =>
      resolve(error ? (error as Error & { code: string }).code : body!),
    )
  })
}

const small = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const large = fc.integer({ min: 1, max: 90_000 }).map((length) => Buffer.alloc(length, length % 251))
const body = fc.array(fc.oneof(small, large), { maxLength: 6 })

test('LIMIT-22: a body equals the bytes that arrived, in any chunks and with or without a stated length', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (chunks, isDeclared) => {
      const whole = Buffer.concat(chunks)
      const got = await collected(chunks, isDeclared ? whole.length : undefined, 1_000_000)
      expect(whole.equals(got as Buffer)).toBe(true)
    }),
  )
})

test('LIMIT-22: a body over the limit is refused, with or without a stated length, and so is one whose length is wrong', async () => {
  const chunks = [Buffer.alloc(80_000), Buffer.alloc(80_000)]
  expect(await collected(chunks, 160_000, 159_999)).toBe('FST_ERR_CTP_BODY_TOO_LARGE')
  expect(await collected(chunks, undefined, 159_999)).toBe('FST_ERR_CTP_BODY_TOO_LARGE')
  expect(await collected(chunks, 160_001, 200_000)).toBe('FST_ERR_CTP_INVALID_CONTENT_LENGTH')
  expect(await collected(chunks, 100_000, 200_000)).toBe('FST_ERR_CTP_INVALID_CONTENT_LENGTH')
})

test('LIMIT-15: a body that is hashed in pieces has the digest of the whole', async () => {
  const bytes = Buffer.alloc(2_500_000, 'Cartage')
  expect(await bodyDigest(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
})
