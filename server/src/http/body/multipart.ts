import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Endpoint } from '@cartage/contract/endpoint'
import { msg, type Sentence } from '@cartage/contract/message'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { IncomingFile } from '../../context.ts'
import { errorItem, Problem } from '../problem.ts'
import { toProblem } from '../render-problem.ts'
import { type Handler, type Server, serve } from '../serve.ts'

/** Maximum duration and minimum average speed of an upload (LIMIT-13). */
const longestMs = 300_000
const leastBytesPerSecond = 10_240
const graceMs = 10_000
const checkMs = 2_000
/** Maximum bytes around the file: boundaries, part headers, small fields. */
const mostAround = 1_048_576

/** Sockets with an upload watched here, exempt from the shorter limit of other requests. */
const patient = new WeakSet<Socket>()

/** Whether a request on this socket may take longer than others. */
export function isPatient(socket: Socket): boolean {
  return patient.has(socket)
}

/**
 * Binds an endpoint that takes multipart/form-data, in its own scope, so that the plugin does not affect other
 * requests. The body is read only after credentials, role and limit are checked.
 */
export function serveMultipart<E extends Endpoint>(server: Server, endpoint: E, handler: Handler<E>): void {
  server.served.add(endpoint.id)
  server.app.register(async (scope) => {
    await scope.register(multipart)
    // The handler refuses any other type without reading the body.
    scope.removeContentTypeParser('*')
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    serve({ ...server, app: scope }, endpoint, handler)
  })
}

/**
 * Binds an endpoint whose body is one file of any type, in its own scope. The body is read only after credentials, role
 * and limit are checked, by `readBody`, or by `readOnlyFile` if the file came in a form.
 */
export function serveFile<E extends Endpoint>(server: Server, endpoint: E, handler: Handler<E>): void {
  server.served.add(endpoint.id)
  server.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    serve({ ...server, app: scope }, endpoint, handler)
  })
}

/**
 * Reads the body of an endpoint bound with `serveFile`.
 * @param limitBytes maximum size of the body
 * @param take stores the bytes as they arrive
 * @throws Problem media_type_unsupported if it is compressed, document_too_large, request_timeout, bad_request
 */
export async function readBody<T>(
  request: FastifyRequest,
  limitBytes: number,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  if (request.headers['content-encoding'] !== undefined) {
    throw new Problem('media_type_unsupported', { message: 'Send the file uncompressed, without Content-Encoding.' })
  }
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  const watch = watchBody(request, limitBytes)
  try {
    return await take(limited(request.raw, limitBytes))
  } catch (error) {
    const problem = watch.failure ?? asProblem(error)
    if (problem instanceof Problem && problem.status !== 503) problem.headers.connection = 'close'
    throw problem
  } finally {
    watch.stop()
  }
}

async function* limited(stream: Readable, limitBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Uint8Array).length
    if (size > limitBytes) throw tooLarge()
    yield chunk as Uint8Array
  }
}

/** Stores the bytes of a file as they arrive; called once. */
type StoreFile = (file: IncomingFile) => Promise<void>

/**
 * Reads the one part called `file` and ignores other fields. Resolves once the whole form was read and is valid.
 * @param limitBytes maximum size of the file
 * @throws Problem multipart_required, document_too_large, validation_failed, bad_request, request_timeout
 */
export function readFile(request: FastifyRequest, limitBytes: number, take: StoreFile): Promise<void> {
  return readForm(request, limitBytes, take, (part) => part.fieldname === 'file')
}

/**
 * Reads the only file of a form, whatever its part is called, and ignores other fields.
 * @param limitBytes maximum size of the file
 * @throws Problem validation_failed if the form has no file or several; otherwise as `readFile`
 */
export function readOnlyFile(request: FastifyRequest, limitBytes: number, take: StoreFile): Promise<void> {
  return readForm(request, limitBytes, take, () => true)
}

async function readForm(
  request: FastifyRequest,
  limitBytes: number,
  take: StoreFile,
  isWanted: (part: MultipartFile) => boolean,
): Promise<void> {
  if (!request.isMultipart() || request.headers['content-encoding'] !== undefined)
    throw new Problem('multipart_required')
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + mostAround) throw tooLarge()
  const watch = watchBody(request, limitBytes + mostAround)
  try {
    await readParts(request, limitBytes, { take, isWanted }, watch)
  } catch (error) {
    // If a watch ended the request, its reason is more accurate than the error of the broken stream.
    const problem = watch.failure ?? asProblem(error)
    if (problem instanceof Problem) problem.headers.connection = 'close'
    throw problem
  } finally {
    watch.stop()
  }
}

async function readParts(
  request: FastifyRequest,
  limitBytes: number,
  { take, isWanted }: { take: StoreFile; isWanted: (part: MultipartFile) => boolean },
  watch: Watch,
): Promise<void> {
  const limits = { fileSize: limitBytes, files: 2, parts: 20, fields: 18, headerPairs: 50, headerSize: 16_384 }
  let taken = 0
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    watch.file = part.file
    if (isWanted(part)) taken += 1
    if (isWanted(part) && taken === 1) await take(incoming(part))
    else part.file.resume()
    if (part.file.truncated) throw tooLarge()
  }
  if (taken !== 1)
    throw oneFile(
      taken === 0 ? 'is required: send the file in a part of this name' : 'appears more than once: send one',
    )
}

function incoming(part: MultipartFile): IncomingFile {
  return { name: part.filename ?? '', mediaType: part.mimetype, bytes: bytesOf(part) }
}

async function* bytesOf(part: MultipartFile): AsyncGenerator<Uint8Array> {
  for await (const chunk of part.file) yield chunk as Uint8Array
  if (part.file.truncated) throw tooLarge()
}

function tooLarge(): Problem {
  return new Problem('document_too_large', { headers: { connection: 'close' } })
}

function oneFile(message: Sentence): Problem {
  return new Problem('validation_failed', {
    message: msg`file: ${message}`,
    errors: [errorItem('file', message, 'file')],
  })
}

/** Parser errors about a broken form are reported to the sender. Storage errors are ours. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  // `needle`: a boundary of more than 256 characters.
  const isParsing = /multipart|terminated early|premature|aborted|boundary|malformed|needle/i.test(error.message)
  const code = (error as { code?: string }).code ?? ''
  if (code.startsWith('FST_') && toProblem(error).status === 413) return tooLarge()
  if (!isParsing && !code.startsWith('FST_') && code !== 'ECONNRESET') return error
  return new Problem('bad_request', { message: 'The form data is incomplete. Send it again.' })
}

interface Watch {
  file: Readable | undefined
  failure: Problem | undefined
  stop(): void
}

/** Ends a request that is too slow or takes too long. */
function watchBody(request: FastifyRequest, mostBytes: number): Watch {
  const { socket } = request.raw
  patient.add(socket)
  const began = performance.now()
  const before = socket.bytesRead ?? 0
  const watch: Watch = {
    file: undefined,
    failure: undefined,
    stop() {
      clearInterval(timer)
      patient.delete(socket)
    },
  }
  const timer = setInterval(() => {
    const ms = performance.now() - began
    const bytes = (socket.bytesRead ?? 0) - before
    const isSlow = ms > longestMs || (ms > graceMs && bytes < (leastBytesPerSecond * ms) / 1_000)
    if (!isSlow && bytes <= mostBytes) return
    watch.failure = isSlow ? new Problem('request_timeout') : tooLarge()
    const current = watch.file && !watch.file.readableEnded ? watch.file : request.raw
    current.destroy(watch.failure)
  }, checkMs)
  return watch
}
