import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { each, type Family, faultsIn, type Target } from './family.ts'
import type { Pulse } from './pulse.ts'

const mebibyte = 1_048_576
/** Inputs of each kind, which are sent at the same time. */
const atOnce = 20
/** Milliseconds that the server may take to say that it lives, whatever is sent meanwhile (LIMIT-15). */
const longestMs = 100

interface Hog {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** What takes an engine seconds, or all the memory it finds, though few bytes say it. */
export const hogs: Family = {
  what: `${atOnce} inputs at once of each kind that keep an engine busy, while the server is asked whether it lives`,
  async run(target) {
    const [, quiet] = await whileAsking(target, () => sleep(2_000))
    console.log(`  alive within ${quiet.longest.toFixed(0)} ms while nothing is sent`)
    for (const [what, hog] of Object.entries(kinds(target))) await tryKind(target, what, hog)
  },
}

function kinds({ caller }: Target): Readonly<Record<string, (at: number) => Hog>> {
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

async function tryKind(target: Target, what: string, hog: (at: number) => Hog): Promise<void> {
  const inputs = Array.from({ length: atOnce }, (_, at) => hog(at))
  const [answers, { longest, count }] = await whileAsking(target, () =>
    each(inputs, atOnce, ({ method, path, headers, body }) => target.caller.request(method, path, headers, body)),
  )
  const faults = answers
    .filter(({ status }) => status >= 500 && status !== 503)
    .map(({ status, text }) => `${status} ${text.slice(0, 200)}`)
  target.judge(`${atOnce} ${what} are no fault of the service`, faultsIn(faults))
  // In `npm test` other stages take the processor meanwhile, so the time says nothing of the server.
  const isLate = target.form !== 'short' && longest > longestMs
  const statuses = [...new Set(answers.map(({ status }) => status))].join(', ')
  target.judge(
    `${what}: alive within ${longest.toFixed(0)} ms in ${count} questions (answers ${statuses})`,
    isLate ? `    more than ${longestMs} ms` : undefined,
  )
}

/** Does something while a thread asks whether the server lives. Gives its result and what the thread measured. */
async function whileAsking<Result>({ baseUrl }: Target, work: () => Promise<Result>): Promise<[Result, Pulse]> {
  const asking = new Worker(new URL('./pulse.ts', import.meta.url), { workerData: { baseUrl } })
  await once(asking, 'message')
  const result = await work()
  asking.postMessage('over')
  const [pulse] = (await once(asking, 'message')) as [Pulse]
  return [result, pulse]
}
