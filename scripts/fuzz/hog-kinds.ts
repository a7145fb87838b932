import { deflateSync } from 'node:zlib'
import type { Target } from './family.ts'

const mebibyte = 1_048_576

/** Small input with a high processing cost. */
export interface Hog {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Inputs by kind; each kind generates any number. */
export function kinds(target: Target): Readonly<Record<string, (at: number) => Hog>> {
  const { caller } = target
  const session = { ...caller.credentials.Session, 'content-type': 'application/json' }
  const json = (method: string, path: string, body: unknown) => (): Hog => ({
    method,
    path,
    headers: session,
    body: Buffer.from(JSON.stringify(body)),
  })
  const webhook = (type: string, body: Buffer) => (): Hog => ({
    method: 'POST',
    path: '/v1/webhook/e-invoicing',
    headers: { ...caller.credentials.BasicAuthWebhookCredentials, 'content-type': type },
    body,
  })
  const template = (body: string) =>
    json('POST', '/app/mail-templates/ORDER_CONFIRMATION/en/preview', { subject: 'x', body })
  return {
    'templates with loops in loops': template(nested(6, '{{ i }}')),
    'templates that grow': template(`{% assign a = "xxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`),
    'templates that are long': template('{{ order.number | upcase }}'.repeat(700)),
    'XML full of references to characters': webhook(
      'application/xml',
      Buffer.from(`<Invoice>${'&#65;'.repeat(460_000)}</Invoice>`),
    ),
    'XML full of elements': webhook('application/xml', Buffer.from(`<Invoice>${'<a/>'.repeat(2_000_000)}</Invoice>`)),
    'XML without an end': webhook('application/xml', Buffer.from('<a b="'.repeat(300_000))),
    'PDF files with a bomb': webhook('application/pdf', bomb()),
    'PDF files full of objects': webhook(
      'application/pdf',
      Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<\n'.repeat(400_000)}`),
    ),
    'opening hours': json('POST', '/app/locations', { name: 'Depot', opening_hours: 'Mo-Fr 08:00-17:00,'.repeat(13) }),
    ...largeBodies(target),
    'tables of prices': json('POST', '/app/rates/tables/read', {
      shape: 'MATRIX',
      decimal_separator: 'POINT',
      currency: 'EUR',
      rows: Array.from({ length: 20_000 }, (_, row) =>
        Array.from({ length: 5 }, (_, column) => `${row % 90}${column % 10}`),
      ),
    }),
  }
}

function nested(depth: number, inside: string): string {
  return `${'{% for i in (1..1000) %}'.repeat(depth)}${inside}${'{% endfor %}'.repeat(depth)}`
}

function bomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(128 * mebibyte, 0x20))
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
}

/** JSON of maximum size for an endpoint: valid, invalid, and unused content. */
function largeBodies({ caller }: Target): Readonly<Record<string, (at: number) => Hog>> {
  const send = (scheme: string, path: string, body: string) => {
    const bytes = Buffer.from(body)
    const headers = { ...caller.credentials[scheme], 'content-type': 'application/json' }
    return (): Hog => ({ method: 'POST', path, headers, body: bytes })
  }
  const webhook = (name: string, body: string) => send('BasicAuthWebhookCredentials', `/v1/webhook/${name}`, body)
  const many = (count: number, entry: (at: number) => unknown) => Array.from({ length: count }, (_, at) => entry(at))
  const updates = (count: number, entry: (at: number) => unknown) => JSON.stringify({ updates: many(count, entry) })
  const filled = (bytes: number, unit: string) => unit.repeat(Math.floor((bytes - 1_000) / unit.length))
  const truck = (at: number) => ({
    external_id: `hog-${at}`,
    name: `Truck ${at}`,
    truck: { license_plate: `1-ABC-${at}` },
  })
  // Each input uses another source, because lists of one source wait for each other.
  const sync =
    (path: string, count: number, entry: (at: number) => unknown) =>
    (at: number): Hog => ({
      method: 'PUT',
      path,
      headers: { ...caller.credentials.BearerAuth, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ source: `hogs-${at}`, dry_run: true, items: many(count, entry) })),
    })
  const stop = { location: { name: 'Depot', city: 'Genk', country: 'BE' }, date: '2026-03-02' }
  const sample = { timestamp: '2026-05-04T08:00:00Z', latitude: 51.2, longitude: 4.4 }
  return {
    '32 MB of empty lists': webhook('subco-status-update', `{"updates":[${filled(32 * mebibyte, '[],')}[]]}`),
    '32 MB of members': webhook('partial-order-update', `{"updates":[{${filled(32 * mebibyte, '"a":1,')}"a":1}]}`),
    '32 MB of one text': webhook('trip-import', `{"planned_stops":"${filled(32 * mebibyte, 'abcdefgh')}"}`),
    '32 MB of escapes': webhook('trip-import', `{"planned_stops":"${filled(32 * mebibyte, '\\u0041')}"}`),
    '32 MB of lists in lists': webhook('location-booking-update', filled(32 * mebibyte, '[')),
    'lists of 2,000 wrong entries': webhook(
      'subco-status-update',
      updates(2_000, () => ({ stop: 1, status: 2, event: 3, questions: 4 })),
    ),
    'lists of 2,000 strangers': webhook(
      'subco-status-update',
      updates(2_000, (at) => ({
        stop: { stop_id: `7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f${8000 + at}` },
        status: 'ARRIVED',
      })),
    ),
    'positions of 1,000 trucks': webhook(
      'tracking-update',
      updates(1_000, (at) => ({
        tracking_match: { external_id: `hog-${at}` },
        tracking_update_data: [{ position: sample }],
      })),
    ),
    'lists of 5,000 trucks': sync('/v1/resources/sync', 5_000, truck),
    'lists of 20,000 trucks': sync('/v1/resources/sync', 20_000, truck),
    'lists of 20,000 wrong trucks': sync('/v1/resources/sync', 20_000, (at) => ({ name: at, truck: 1 })),
    'lists of 5,000 companies': sync('/v1/companies/sync', 5_000, (at) => ({
      external_id: `hog-${at}`,
      name: `Company ${at}`,
    })),
    'orders of 1,000 goods': send(
      'BearerAuth',
      '/v1/orders/order/upload',
      JSON.stringify({
        operation: 'CREATE',
        order_identifier: 'hog',
        customer: { name: 'Fuzz customer' },
        transport_service: { name: 'General' },
        consignments: [
          {
            pickup_stop: stop,
            delivery_stop: stop,
            goods: many(1_000, (at) => ({ description: `Sand ${at} ${'x'.repeat(800)}`, quantity: 1 })),
          },
        ],
      }),
    ),
    'sheets of 5,000 customers': send(
      'Session',
      '/app/orders/import/customers',
      JSON.stringify({ customers: many(5_000, (at) => `Customer ${at} ${'x'.repeat(700)}`) }),
    ),
  }
}
