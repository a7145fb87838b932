import http from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { endpoints } from '@cartage/contract'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { writeUbl } from '../../server/src/billing/einvoice/ubl-write.format.ts'
import { buyers, eInvoice, treatments } from '../../server/src/testing/data/money/einvoices.ts'
import type { Headers } from './caller.ts'
import { each, type Family, faultsIn, sample, type Target } from './family.ts'

const mebibyte = 1_048_576
/** Announced length of a body that is never sent. */
const announced = 2 ** 31 - 1
/** A server that waits for the body does not respond within this time. */
const longestMs = 5_000

/** Operations with a body, of the interface and of our own application. */
const takers: readonly Endpoint[] = [
  ...Object.values<Endpoint>(endpoints),
  ...Object.values<Endpoint>(appEndpoints),
].filter(({ body, bodyType }) => body !== undefined || bodyType !== undefined)
const ofJson = takers.filter(({ bodyType, auth }) => (bodyType ?? 'json') === 'json' && auth !== 'link')

/** Bodies that are larger, deeper or more compressed than they look. */
export const bombs: Family = {
  what: 'bodies that are huge, packed, deep or full of entities',
  async run(target) {
    const sizes = await each(takers, 8, (endpoint) => announce(target, endpoint))
    target.judge(`${takers.length} operations refuse a body of 2 GiB before they read it`, faultsIn(sizes))
    const chosen = sample(ofJson, target.inputs({ short: 12, usual: 60, deep: ofJson.length }), target.seed)
    await tryPacked(target, chosen)
    await tryDeep(target, chosen)
    await tryXml(target)
    await tryPdf(target)
    const ready = await target.caller.request('GET', '/readyz')
    target.judge('the server is ready', ready.status === 200 ? undefined : `    ${ready.status} ${ready.text}`)
  },
}

const someone = '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11'

function pathOf({ path }: Endpoint): string {
  return path.replace(/\{\w+\}/g, someone)
}

function credentialsFor({ caller }: Target, { auth }: Endpoint): Headers {
  const schemes = {
    bearer: 'BearerAuth',
    client: 'BasicAuthClientCredentials',
    webhook: 'BasicAuthWebhookCredentials',
    session: 'Session',
  }
  return caller.credentials[schemes[auth as keyof typeof schemes]] ?? {}
}

/** Announces a body without sending it: a server that waits for the body does not respond. */
async function announce(target: Target, endpoint: Endpoint): Promise<string | undefined> {
  const isForm = endpoint.bodyType === 'multipart'
  const headers = {
    ...credentialsFor(target, endpoint),
    'content-type': isForm ? 'multipart/form-data; boundary=x' : 'application/json',
    'content-length': String(announced),
  }
  const status = await new Promise<number>((resolve) => {
    const request = http.request(target.baseUrl + pathOf(endpoint), { method: endpoint.method, headers, agent: false })
    const late = setTimeout(() => request.destroy(), longestMs)
    request.on('response', (answer) => {
      clearTimeout(late)
      resolve(answer.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', () => resolve(0))
    request.flushHeaders()
  })
  // File endpoints check the recipient first.
  const isFine = status === 413 || (endpoint.bodyType !== undefined && [401, 404, 422].includes(status))
  return isFine ? undefined : `${endpoint.id}: ${status === 0 ? 'no answer' : status}`
}

function post(target: Target, endpoint: Endpoint, headers: Headers, body: Buffer) {
  const all = { ...credentialsFor(target, endpoint), 'content-type': 'application/json', ...headers }
  return target.caller.request(endpoint.method, pathOf(endpoint), all, body)
}

/** Refused for its form, or earlier because the record does not exist. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 422])

async function tryPacked(target: Target, chosen: readonly Endpoint[]): Promise<void> {
  const zeros = Buffer.alloc(32 * mebibyte, 0x20)
  const packed = {
    gzip: gzipSync(zeros),
    deflate: deflateSync(zeros),
    br: brotliCompressSync(zeros.subarray(0, mebibyte)),
  }
  const tries = chosen.flatMap((endpoint) =>
    Object.entries(packed).map(([encoding, body]) => ({ endpoint, encoding, body })),
  )
  const faults = await each(tries, 4, async ({ endpoint, encoding, body }) => {
    const { status, text } = await post(target, endpoint, { 'content-encoding': encoding }, body)
    return refusals.has(status) ? undefined : `${endpoint.id} in ${encoding}: ${status} ${text.slice(0, 120)}`
  })
  target.judge(`${tries.length} packed bodies are refused unread`, faultsIn(faults))
}

async function tryDeep(target: Target, chosen: readonly Endpoint[]): Promise<void> {
  const bodies: Readonly<Record<string, string>> = {
    lists: '['.repeat(100_000) + ']'.repeat(100_000),
    objects: `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
    'lists that never end': '['.repeat(200_000),
    members: `{${Array.from({ length: 20_000 }, (_, at) => `"m${at}":1`).join(',')}}`,
    entries: `{"items":[${'0,'.repeat(150_000)}0]}`,
    digits: `{"quantity":${'9'.repeat(200_000)}}`,
    exponent: '{"quantity":1e400,"weight":-1e400}',
    names: `{${'"a":1,'.repeat(50_000)}"a":2}`,
    prototype: '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    halves: '{"name":"\\ud800","\\udfff":1}',
  }
  const tries = chosen.flatMap((endpoint) => Object.entries(bodies).map(([what, body]) => ({ endpoint, what, body })))
  const faults = await each(tries, 4, async ({ endpoint, what, body }) => {
    const { status, text } = await post(target, endpoint, {}, Buffer.from(body))
    // An operation without a scheme checks a password or token of its own, which these bodies lack.
    const isFine = status < 500 && (status !== 401 || endpoint.auth === 'none')
    return isFine ? undefined : `${endpoint.id} with ${what}: ${status} ${text.slice(0, 120)}`
  })
  target.judge(
    `${tries.length} bodies that are deep, wide or of no number are no fault of the service`,
    faultsIn(faults),
  )
}

/** A valid UBL invoice. */
function invoice(number: string): string {
  const terms = eInvoice({ type_code: '380', lines: [{ name: 'Freight', amount: '100.00', treatment: treatments.AE }] })
  return writeUbl({ ...terms, seller: { ...buyers.NL, contact: null }, number, due_on: terms.due_on })
}

async function sendInvoice({ caller }: Target, body: Buffer | string, type = 'application/xml') {
  const headers = { ...caller.credentials.BasicAuthWebhookCredentials, 'content-type': type }
  return await caller.request('POST', '/v1/webhook/e-invoicing', headers, Buffer.from(body))
}

/** Adds a document type before the root, and uses an entity as the number. */
function withEntities(declared: string, used: string): string {
  const [declaration = '', rest = ''] = invoice('NUMBER').split(/(?<=\?>)/)
  const root = /<(?:\w+:)?Invoice\b/.exec(rest)!
  return `${declaration}<!DOCTYPE x [${declared}]>${rest.slice(root.index).replace('NUMBER', used)}`
}

async function tryXml(target: Target): Promise<void> {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const canary = `http://127.0.0.1:${target.canary.port}/`
  const bodies: Readonly<Record<string, string>> = {
    'one entity': withEntities('<!ENTITY a "77">', 'N-&a;'),
    'a billion laughs': withEntities(`<!ENTITY l0 "ha">${laughs}`, '&l9;'),
    'a long entity, often': withEntities(`<!ENTITY a "${'x'.repeat(50_000)}">`, '&a;'.repeat(2_000)),
    'a file': withEntities('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'),
    'an address': withEntities(`<!ENTITY a SYSTEM "${canary}">`, '&a;'),
    'a parameter entity': withEntities(`<!ENTITY % a SYSTEM "${canary}"> %a;`, '1'),
    'a document type elsewhere': invoice('N-1').replace(/(<\?xml[^>]*\?>)?/, `$1<!DOCTYPE Invoice SYSTEM "${canary}">`),
    depth: `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`,
    attributes: `<Invoice ${Array.from({ length: 30_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
    namespaces: `<Invoice ${Array.from({ length: 5_000 }, (_, at) => `xmlns:n${at}="u"`).join(' ')}/>`,
    'an inclusion': `<Invoice xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd" parse="text"/></Invoice>`,
    'no end': '<Invoice>'.repeat(1_000),
    'a comment without an end': `<Invoice><!-- ${'-'.repeat(500_000)}`,
    'text in UTF-16': `\ufeff${invoice('N-2')}`.replace('UTF-8', 'UTF-16'),
    'an encoding that is none': invoice('N-3').replace('UTF-8', 'x-user-defined'),
  }
  const mayPass: ReadonlySet<string> = new Set([
    ...['text in UTF-16', 'an encoding that is none'],
    // Parsed, with a response listing what is missing.
    ...['attributes', 'namespaces', 'an inclusion'],
  ])
  const faults = await each(Object.entries(bodies), 1, async ([what, body]) => {
    const { status, text } = await sendInvoice(target, body)
    const isFine = !text.includes('root:') && (mayPass.has(what) ? status < 500 : refusals.has(status))
    return isFine ? undefined : `receiveEInvoice with ${what}: ${status} ${text.slice(0, 200)}`
  })
  const plain = await sendInvoice(target, invoice(`N-${target.seed}`))
  const isTaken =
    plain.status === 200 ? undefined : `the invoice itself is refused: ${plain.status} ${plain.text.slice(0, 200)}`
  target.judge(
    `${Object.keys(bodies).length} XML documents with entities, depth and inclusions are refused`,
    faultsIn([isTaken, ...faults]),
  )
  const reached = target.canary.count()
  target.judge('no XML document reached the canary', reached === 0 ? undefined : `    ${reached} connections`)
}

/** PDF files with an embedded invoice far larger than the file. */
async function tryPdf(target: Target): Promise<void> {
  const stream = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from('1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\n'),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  const packed = deflateSync(Buffer.alloc(128 * mebibyte, 0x20))
  const large = stream(deflateSync(Buffer.alloc(15 * mebibyte, 0x20)))
  const files = [
    [stream(packed)],
    Array.from({ length: 40 }, () => large),
    [stream(deflateSync(packed))],
    [Buffer.from('1 0 obj\n<< /Type /EmbeddedFile >>\nstream\n'.repeat(20_000))],
  ]
  const faults = await each(files, 1, async (parts) => {
    const { status, text } = await sendInvoice(
      target,
      Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts]),
      'application/pdf',
    )
    return refusals.has(status) ? undefined : `${status} ${text.slice(0, 200)}`
  })
  target.judge(`${files.length} PDF files with a bomb inside are refused`, faultsIn(faults))
}
