import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import type { S3Settings } from '../../config.ts'
import type { FileKey } from '../../context.ts'
import { FileMissing, placeOf, type Shelf } from './shelf.gateway.ts'

const attempts = 3
const connectMs = 10_000
const silenceMs = 60_000

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Called for each attempt: a stream can be read only once. */
  body?: () => Readable
}

/**
 * Stores content in an S3-compatible store, under `prefix/tenant/aa/sha256` in one bucket. The operator configures the
 * store, so the rules for addresses that tenants enter do not apply; redirects are not followed.
 */
export function createS3(settings: S3Settings): Shelf {
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connections: 16,
  })
  const send = (key: FileKey, ask: S3Request) => sendSigned(settings, agent, key, ask)
  return {
    async keep(key, path, size) {
      const headers = { 'content-length': String(size), 'x-amz-content-sha256': key.sha256 }
      const answer = await send(key, { method: 'PUT', headers, body: () => createReadStream(path) })
      await expectSuccess(answer, 'PUT')
      await rm(path, { force: true })
    },
    async open(key, range) {
      const headers = range && { range: `bytes=${range.first}-${range.last}` }
      const answer = await send(key, { method: 'GET', ...(headers && { headers }) })
      if (answer.statusCode === 404) {
        await answer.body.dump()
        throw new FileMissing(key)
      }
      await expectSuccess(answer, 'GET', true)
      return { size: sizeOf(answer), bytes: answer.body }
    },
    async remove(key) {
      const answer = await send(key, { method: 'DELETE' })
      if (answer.statusCode === 404) await answer.body.dump()
      else await expectSuccess(answer, 'DELETE')
    },
  }
}

/** Size of the whole content, even when the response holds a part. */
function sizeOf({ headers }: Dispatcher.ResponseData): number {
  const whole = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1]
  return Number(whole ?? headers['content-length'])
}

async function expectSuccess(answer: Dispatcher.ResponseData, method: string, keepBody = false): Promise<void> {
  const isGood = answer.statusCode >= 200 && answer.statusCode < 300
  if (isGood && keepBody) return
  const text = await readStart(answer.body)
  if (!isGood) throw new Error(`the S3 store answered ${method} with ${answer.statusCode}: ${text}`)
}

async function readStart(body: Readable): Promise<string> {
  let text = ''
  for await (const chunk of body) if (text.length < 500) text += String(chunk)
  return text.slice(0, 500)
}

async function sendSigned(
  settings: S3Settings,
  agent: Agent,
  key: FileKey,
  ask: S3Request,
): Promise<Dispatcher.ResponseData> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(settings, agent, key, ask).catch((error: Error) => error)
    const isFinal = attempt >= attempts
    if (answer instanceof Error) {
      if (isFinal) throw answer
    } else if (isFinal || answer.statusCode < 500) {
      return answer
    } else {
      await answer.body.dump()
    }
  }
}

async function sendOnce(
  settings: S3Settings,
  agent: Agent,
  key: FileKey,
  { method, headers = {}, body }: S3Request,
): Promise<Dispatcher.ResponseData> {
  const prefix = settings.prefix === '' ? '' : `${settings.prefix}/`
  // Path style: it needs no host name per bucket, which self-hosted stores seldom have.
  const signer = new AwsV4Signer({
    method,
    url: `${settings.endpoint}/${settings.bucket}/${prefix}${placeOf(key)}`,
    headers,
    service: 's3',
    region: settings.region,
    accessKeyId: settings.access_key_id,
    // Read for each request, so that a rotated key needs no restart.
    secretAccessKey: (await readFile(settings.secret_key_file, 'utf8')).trim(),
  })
  const signed = await signer.sign()
  return request(signed.url, {
    dispatcher: agent,
    method,
    headers: Object.fromEntries(signed.headers),
    ...(body && { body: body() }),
  })
}
