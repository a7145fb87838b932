import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'

const webFolder = fileURLToPath(new URL('../../../web/', import.meta.url))
const dist = join(webFolder, 'dist')
/** Builds the pages and explains failures with the remedy; `npm ci` runs it, too. */
export const buildScript = fileURLToPath(new URL('../../../bin/build-pages.js', import.meta.url))
const compress = promisify(gzip)

/** Addresses of the application's pages. For programs all other addresses stay a JSON 404. */
const pagePrefixes = [
  '/login',
  '/start',
  '/orders',
  '/trips',
  '/planning',
  '/dispatch',
  '/map',
  '/optimisations',
  '/settings',
  '/resources',
  '/companies',
  '/rates',
  '/money',
  '/orders-to-invoice',
  '/drafts',
  '/invoices',
  '/invoice-runs',
  '/charges',
  '/purchases',
  '/margin',
  '/receivables',
  '/tasks',
  '/sendings',
  '/reminders',
  '/ledger',
  '/locations',
  '/documents',
  '/events',
  '/deliveries',
  '/messages',
  '/uploads',
  '/waiting',
  '/account',
  '/accept',
  '/forgot',
  '/help',
]

/** Addresses for programs, never answered with a page. */
const programPrefixes =
  /^\/(v1|app|door|webhooks|assets|docs|openapi|api-reference|metrics|healthz|readyz|\.well-known)(\/|\.|\?|$)/

/** Addresses opened through links. Their fragment after # is never sent to the server (LINK-2). */
const doorPrefixes = ['/track', '/carrier', '/portal']

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const strict = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // PDF files are shown inside pages, only from this server.
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]
/** Content security policies per kind of page. */
interface Policies {
  app: string
  reference: string
  driver: string
}

function policiesOf({ map_tiles: tiles }: Pick<Config, 'map_tiles'>): Policies {
  // Only a setting allows the pages another host: maps read roads there.
  const roads = tiles && 'url' in tiles ? ` ${new URL(tiles.url).origin}` : ''
  const ownStyles = "style-src 'self'"
  return {
    app: [...strict, `connect-src 'self'${roads}`, ownStyles].join('; '),
    // The API reference writes its styles at runtime, so it has a separate page without a session.
    reference: [...strict, "connect-src 'self'", "style-src 'self' 'unsafe-inline'"].join('; '),
    // Photographs are previewed before sending, and a service worker caches the page for offline use.
    driver: [
      ...strict.filter((rule) => !rule.startsWith('img-src')),
      ...["connect-src 'self'", "img-src 'self' data: blob:", ownStyles, "worker-src 'self'"],
    ].join('; '),
  }
}

/** Serves the built web application: its pages, the API reference and their files. */
export function serveWebFiles(app: FastifyInstance, config: Pick<Config, 'map_tiles'>): void {
  const files = createFiles()
  const policies = policiesOf(config)
  const page = (name: string, csp: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsHtml(request)) throw new Problem('not_found')
    reply.headers({ 'content-security-policy': csp, 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' })
    // Windows that open ours, or that ours opens, get no reference to it.
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('vary', 'accept')
    const file = await files.find(name)
    if (file === undefined) return sendWaitingPage(reply)
    return sendFile(request, reply.header('cache-control', 'no-cache'), file)
  }
  app.get('/', page('index.html', policies.app))
  // A person with a mistyped address gets a page of the application with a link back; programs get JSON.
  const unknownPage = page('index.html', policies.app)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.method !== 'GET' || !wantsHtml(request) || programPrefixes.test(request.url)) return
    return await unknownPage(request, reply.code(404))
  })
  for (const prefix of pagePrefixes) {
    app.get(prefix, page('index.html', policies.app))
    app.get(`${prefix}/*`, page('index.html', policies.app))
  }
  for (const prefix of doorPrefixes) app.get(prefix, page('doors.html', policies.app))
  app.get('/driver', page('driver.html', policies.driver))
  for (const name of ['driver-worker.js', 'driver.webmanifest']) {
    app.get(`/${name}`, async (request, reply) => {
      const file = await files.find(name)
      if (file === undefined) throw new Problem('not_found')
      return sendFile(request, reply.header('cache-control', 'no-cache'), file)
    })
  }
  app.get('/api-reference', page('api-reference.html', policies.reference))
  serveDocumentation(app, files)
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = await files.find(`assets/${request.params['*']}`)
    if (file === undefined) throw new Problem('not_found')
    // Names contain a content hash, so a file never changes under its name.
    return sendFile(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file)
  })
}

/** OPS-41: static pages for people and programs alike; the policy allows only the scripts of the site. */
function serveDocumentation(app: FastifyInstance, files: WebFiles): void {
  const policy = [...strict, "connect-src 'self'", "style-src 'self'"].join('; ')
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' })
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
    const file = await files.find(`docs/${extname(name) in types ? name : `${name}.html`}`)
    if (file !== undefined) return sendFile(request, reply, file)
    const isBuilt = (await files.find('docs/index.html')) !== undefined
    const text = isBuilt
      ? 'There is no such page. <a href="/docs">The documentation</a> lists them all.'
      : 'The documentation was not built. Run <code>npm run docs</code> where Cartage is installed; nothing has to be restarted.'
    return sendSentence(reply.code(404), text)
  }
  app.get('/docs', async (request, reply) => send(request, reply, 'index'))
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) =>
    send(request, reply, request.params['*'].replace(/\/$/, '') || 'index'),
  )
}

/** A browser navigates with text/html in Accept; programs do not. */
function wantsHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html')
}

interface WebFile {
  type: string
  plain: Buffer
  zipped: Buffer | undefined
}

interface WebFiles {
  find(name: string): Promise<WebFile | undefined>
}

/**
 * Files are read once and cached, also compressed; pages of the application are read again, because a build replaces
 * them.
 */
function createFiles(): WebFiles {
  const kept = new Map<string, WebFile>()
  return {
    async find(name) {
      const known = kept.get(name)
      if (known) return known
      const file = await readWebFile(name)
      if (file && /^(assets|docs)\//.test(name)) kept.set(name, file)
      return file
    },
  }
}

async function readWebFile(name: string): Promise<WebFile | undefined> {
  // Only plain names in these folders, to prevent path traversal.
  if (!/^(assets\/|docs\/([\w-]+\/)?)?[\w-][\w.-]*$/.test(name)) return undefined
  const type = types[extname(name)]
  if (type === undefined) return undefined
  try {
    const plain = await readFile(join(dist, name))
    const worthwhile = plain.length > 1_000 && /^(text|application|image\/svg)/.test(type)
    return { type, plain, zipped: worthwhile ? await compress(plain) : undefined }
  } catch {
    return undefined
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('content-type', file.type)
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (file.zipped === undefined) return reply.send(file.plain)
  reply.header('vary', 'accept, accept-encoding')
  if (!takesGzip) return reply.send(file.plain)
  return reply.header('content-encoding', 'gzip').send(file.zipped)
}

/** The first start builds the pages in the background; until then this page reloads itself. */
function sendWaitingPage(reply: FastifyReply): FastifyReply {
  const text = buildFailure ?? 'The pages are being built. This page shows them as soon as they are there.'
  if (buildFailure === undefined) reply.header('refresh', '2')
  return sendSentence(reply.code(503).header('retry-after', '2'), text)
}

function sendSentence(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Cartage</title><p>${html}</p></html>\n`)
}

let buildFailure: string | undefined

/**
 * Builds missing pages while the server runs, so that the API does not wait for them. Does nothing if they exist, as
 * after `npm ci`.
 */
export function ensureWebFiles(log: Logger): void {
  if (existsSync(join(dist, 'index.html'))) return
  log.info('building the pages of the web application')
  const child = spawn(process.execPath, [buildScript], { stdio: ['ignore', 'ignore', 'pipe'] })
  const stopBuild = () => child.kill()
  process.once('exit', stopBuild)
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.on('error', (error) => failBuild(log, error.message))
  child.on('close', (code) => {
    process.off('exit', stopBuild)
    if (code !== 0) return failBuild(log, complaint)
    buildFailure = undefined
    log.info('the pages are built')
  })
  // Shutdown does not wait for the build; the listener above ends it.
  child.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
}

function failBuild(log: Logger, reason: string): void {
  buildFailure = 'The pages could not be built. The log of the server says why and what to do next.'
  log.error({ reason: reason.trim().slice(-2_000) }, 'the pages could not be built')
}
