import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Headers } from './caller.ts'
import { chances, each, type Family, faultsIn, type Target } from './family.ts'

const boundary = 'cartage-fuzz-boundary'
/** Media type of a form created by `formOf`. */
export const formType = `multipart/form-data; boundary=${boundary}`

/** Part of a form. */
export interface Part {
  readonly name?: string
  readonly filename?: string
  readonly type?: string
  readonly content: Buffer | string
}

/** A form as browsers send it; names are not escaped, so that they can break out of their quotes. */
export function formOf(parts: readonly Part[], mark = boundary): Buffer {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${mark}\r\nContent-Disposition: form-data`,
    name === undefined ? '' : `; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    `${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat([...pieces, `--${mark}--\r\n`].map((piece) => Buffer.from(piece)))
}

const names = [
  ...[
    '../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'C:\\boot.ini',
    '.',
    '..',
    '',
    ' ',
    '.htaccess',
    'a/b.pdf',
  ],
  ...[
    'a\u0000.pdf',
    'a.pdf\u0000.exe',
    'a\r\nX-Injected: 1',
    'a"; name="other',
    '\u202efdp.exe',
    'é\u0301'.repeat(100),
    '🚚.pdf',
    'CON',
    'aux.pdf',
  ],
  ...[
    'x'.repeat(300),
    'x'.repeat(5_000),
    '%2e%2e%2f',
    '$' + '{jndi:ldap://x}',
    '<script>alert(1)</script>.pdf',
    "'; drop table document; --",
  ],
]
const types = [
  ...[
    'application/pdf',
    'image/png',
    'text/html',
    'image/svg+xml',
    'application/x-msdownload',
    'multipart/mixed; boundary=x',
    '',
  ],
  ...['application/pdf; charset=utf-16', 'a/b/c', '*/*', 'text/xml', 'x'.repeat(2_000), 'application/zip'],
]
const contents: readonly (Buffer | string)[] = [
  ...[
    '',
    '%PDF-1.4\n%%EOF',
    '<script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'MZ\u0090',
  ],
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(200)]),
  Buffer.alloc(70_000, 0xff),
]

interface Sent {
  readonly headers: Headers
  readonly body: Buffer
}

/** Forms with misleading names, types and boundaries. */
function made(chance: () => number): Sent {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!
  const part = (): Part => ({
    ...(chance() < 0.95 && {
      name: pick(['file', 'file', 'file', 'files', '', 'document_type', '__proto__', ...names]),
    }),
    ...(chance() < 0.8 && { filename: pick(['a.pdf', ...names]) }),
    ...(chance() < 0.8 && { type: pick(types) }),
    content: pick(contents),
  })
  const count = pick([0, 1, 1, 1, 1, 2, 3, 300])
  const form = formOf(
    Array.from({ length: count }, part),
    pick([boundary, boundary, boundary, 'another', 'x'.repeat(80)]),
  )
  const cut = chance() < 0.25 ? form.subarray(0, Math.floor(chance() * form.length)) : form
  const type = pick([
    ...[
      formType,
      formType,
      formType,
      formType,
      'multipart/form-data',
      `multipart/form-data; boundary=${'x'.repeat(300)}`,
    ],
    ...['multipart/form-data; boundary=""', 'application/json', 'application/pdf', 'application/xml', 'text/html', ';'],
  ])
  const more = pick<Headers>([
    ...[{}, {}, {}, {}, { 'content-encoding': 'gzip' }, { 'idempotency-key': 'x'.repeat(300) }],
    ...[
      { 'content-disposition': `attachment; filename="${encodeURI(pick(names)).slice(0, 400)}"` },
      { 'x-file-name': '../x' },
    ],
  ])
  return { headers: { 'content-type': type, ...more }, body: cut }
}

/** Misleading files and forms for every operation that accepts one. */
export const uploads: Family = {
  what: 'files and forms with wrong names, types, lengths and boundaries',
  async run(target) {
    const chance = chances(target.seed)
    for (const { path, security } of takers(target)) {
      const count = target.inputs({ short: 12, usual: 200, deep: 1_500 })
      const inputs = Array.from({ length: count }, () => made(chance))
      const { caller } = target
      const answers = await each(inputs, 4, ({ headers, body }) =>
        caller.request('POST', path, { ...caller.credentials[security], ...headers }, body).catch(cutOff),
      )
      const faults = answers.map(({ status, text }, at) =>
        status < 500 && status !== 401
          ? undefined
          : `${status} ${text.slice(0, 200)} for ${JSON.stringify(inputs[at]!.headers).slice(0, 300)} ${inputs[at]!.body.toString('latin1').slice(0, 200)}`,
      )
      target.judge(`${count} forms to ${path}`, faultsIn(faults))
    }
  },
}

/** The server may respond and close before it has read a whole body. */
function cutOff(error: Error & { code?: string }) {
  const isClosed = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(error.code ?? '')
  return { status: isClosed ? 0 : 599, contentType: '', text: String(error) }
}

function takers({ caller }: Target): { path: string; security: string }[] {
  const { orderId, records } = caller.known
  const app = Object.values(appEndpoints).filter(
    ({ bodyType, auth }: { bodyType?: string; auth: string }) => bodyType === 'multipart' && auth === 'session',
  )
  const ids: Readonly<Record<string, string | undefined>> = {
    order_id: orderId,
    company_id: records['/company/'],
    resource_id: records['/resources/resource/'],
  }
  const filled = app.map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''))
  const webhooks = [
    'subco-document-upload',
    'fleet-document-upload',
    'document-import',
    'order-import',
    'e-invoicing',
    'trip-import',
  ]
  return [
    { path: '/v1/documents/document/upload_content', security: 'BearerAuth' },
    ...filled.map((path) => ({ path, security: 'Session' })),
    ...webhooks.map((name) => ({ path: `/v1/webhook/${name}`, security: 'BasicAuthWebhookCredentials' })),
  ]
}
