import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkPath } from '../../server/src/documents/link.rules.ts'
import { createVault, parseKeyFile } from '../../server/src/vault.ts'
import type { Caller } from './caller.ts'
import type { Answer } from './checker.ts'
import { each, type Family, faultsIn, sample, type Target } from './family.ts'
import { formOf, formType } from './uploads.ts'

/** Paginated lists of the interface. */
const lists = ['/v1/companies/company', '/v1/resources/resource', '/v1/events'] as const

/** Cursors, document links and upload ids that were modified, truncated, or belong to another tenant. */
export const cursors: Family = {
  what: 'changed and foreign cursors, links to documents and ids',
  async run(target) {
    await makeRecords(target.caller)
    await makeRecords(target.other)
    for (const list of lists) target.judge(`cursors of ${list} that are not ours`, await tryCursors(target, list))
    target.judge('links to a document that were changed', await tryLinks(target))
    target.judge('ids of another tenant are answered like unknown ones', await tryForeignIds(target))
  },
}

/** Creates enough records of each kind for a second page. */
async function makeRecords(caller: Caller): Promise<void> {
  const headers = { ...caller.credentials.BearerAuth, 'content-type': 'application/json' }
  for (let count = 0; count < 4; count += 1) {
    const company = { name: `Mill ${count}`, currency: 'EUR', is_customer: true }
    const truck = { name: `Truck ${count + 2}`, truck: { license_plate: `1-ABC-${300 + count}` } }
    await caller.request('POST', '/v1/companies/company', headers, Buffer.from(JSON.stringify(company)))
    await caller.request('POST', '/v1/resources/resource', headers, Buffer.from(JSON.stringify(truck)))
  }
}

/** Cursor of a list: for the next page, or for the event log the resume cursor. */
async function cursorOf(caller: Caller, list: string): Promise<string> {
  const { text } = await caller.request('GET', list, caller.credentials.BearerAuth)
  const { next_cursor, resume_cursor } = JSON.parse(text) as { next_cursor?: string; resume_cursor?: string }
  const cursor = next_cursor ?? resume_cursor
  if (!cursor) throw new Error(`${list} has no cursor: ${text.slice(0, 300)}`)
  return cursor
}

async function tryCursors(target: Target, list: string): Promise<string | undefined> {
  const { caller, other, seed } = target
  const good = await cursorOf(caller, list)
  const elsewhere = await Promise.all(lists.filter((each) => each !== list).map((each) => cursorOf(caller, each)))
  const foreign = [await cursorOf(other, list), ...elsewhere]
  const changed = sample(changesOf(good), target.inputs({ short: 30, usual: 400, deep: 2_000 }), seed)
  const ask = (cursor: string) =>
    caller.request('GET', `${list}?cursor=${encodeURIComponent(cursor)}`, caller.credentials.BearerAuth)
  const isTaken = (await ask(good)).status === 200
  const answers = await each([...foreign, ...changed], 8, ask)
  const faults = answers.map((answer, at) =>
    isRefused(answer)
      ? undefined
      : `${[...foreign, ...changed][at]?.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 120)}`,
  )
  return faultsIn([isTaken ? undefined : 'the cursor itself is refused, so the others mean nothing', ...faults])
}

function isRefused({ status, text }: Answer): boolean {
  return status === 414 || (status === 422 && text.includes('"cursor'))
}

/** A text with one letter changed, truncated at each position, and in other notations. */
function changesOf(good: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const letters = [...good]
  const flips = letters.flatMap((letter, at) =>
    [1, 4, 32].map((bit) => good.slice(0, at) + alphabet[alphabet.indexOf(letter) ^ bit] + good.slice(at + 1)),
  )
  const cuts = letters.map((_, at) => good.slice(0, at)).filter((text) => text !== '')
  const others = [
    ...[
      `${good}A`,
      `${good}=`,
      `${good} `,
      ` ${good}`,
      `${good}${good}`,
      `${good}\u0000`,
      `"${good}"`,
      good.toUpperCase(),
    ],
    ...[
      'e30',
      '1',
      '-1',
      'null',
      '[]',
      '{"k":[1],"f":{},"e":0}',
      'AAAA'.repeat(40),
      '🚚',
      "' or 1=1 --",
      'x'.repeat(9_000),
    ],
    Buffer.from(JSON.stringify({ k: ['00000000-0000-4000-8000-000000000000'], f: {}, e: 0 })).toString('base64url'),
  ]
  return [...flips, ...cuts, ...others].filter((text) => text !== good)
}

async function tryLinks({ caller, other, scratch, tenant, ...target }: Target): Promise<string | undefined> {
  const documentId = await addDocument(caller)
  const file = join(scratch.env.DATA_DIR!, 'master.key')
  const vault = createVault(parseKeyFile(readFileSync(file, 'utf8'), file))
  const expires = Math.floor(Date.now() / 1_000) + 600
  const link = { tenantId: tenant.tenant.id, documentId, expires, linkId: null }
  const good = linkPath(vault, link)
  const signature = new URLSearchParams(good.split('?')[1]).get('signature')!
  const with_ = (change: object) => {
    const members = { tenant: link.tenantId, expires: String(expires), signature, ...change }
    return `/app/documents/shared/${documentId}?${new URLSearchParams(members)}`
  }
  const foreignTenant = JSON.parse(
    Buffer.from(other.credentials.BearerAuth!.authorization!.split('.')[1]!, 'base64url').toString(),
  )
  const attempts = [
    ...sample(changesOf(signature), target.inputs({ short: 30, usual: 400, deep: 2_000 }), target.seed).map((text) =>
      with_({ signature: text }),
    ),
    ...[expires + 1, expires - 1, 0, -1, 9_999_999_999, `${expires}.0`, `0${expires}`, '1e10', ''].map((text) =>
      with_({ expires: String(text) }),
    ),
    ...[foreignTenant.tid, '', '*', documentId].map((text) => with_({ tenant: text })),
    good.replace(documentId, '00000000-0000-4000-8000-000000000000'),
    good.replace('signature=', 'signature=A&signature='),
    good.split('?')[0]!,
  ]
  const faults = (await each(attempts, 8, (path) => caller.request('GET', path))).map(({ status, text }, at) =>
    [404, 414, 422].includes(status) ? undefined : `${attempts[at]?.slice(0, 160)}: ${status} ${text.slice(0, 120)}`,
  )
  const isTaken = (await caller.request('GET', good)).status === 200
  return faultsIn([isTaken ? undefined : 'the link itself is refused, so the others mean nothing', ...faults])
}

async function addDocument(caller: Caller): Promise<string> {
  const bearer = caller.credentials.BearerAuth!
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
  const form = formOf([{ name: 'file', filename: 'policy.pdf', type: 'application/pdf', content: pdf }])
  const uploaded = await caller.request(
    'POST',
    '/v1/documents/document/upload_content',
    { ...bearer, 'content-type': formType },
    form,
  )
  const { upload_id } = JSON.parse(uploaded.text) as { upload_id: string }
  const company = caller.known.records['/company/']
  const body = Buffer.from(JSON.stringify({ upload_id, document_type: 'CARGO_INSURANCE', name: 'policy.pdf' }))
  const added = await caller.request(
    'POST',
    `/v1/companies/company/${company}/documents`,
    { ...bearer, 'content-type': 'application/json' },
    body,
  )
  const { id } = JSON.parse(added.text) as { id?: string }
  if (id === undefined) throw new Error(`the document was answered ${added.status}: ${added.text}`)
  return id
}

/** Requests for the other tenant's records: same status and text as for ids that never existed. */
async function tryForeignIds({ caller, other }: Target): Promise<string | undefined> {
  const { known } = other
  const resource = known.records['/resources/resource/']!
  const paths = [
    ...[
      `/v1/orders/order/upload/${known.uploadId}`,
      `/v1/orders/order/${known.orderId}`,
      `/v1/orders/order/${known.orderId}/charges`,
    ],
    ...[`/v1/companies/company/${known.records['/company/']}`, `/v1/resources/resource/${resource}`],
    ...[`/v1/resources/resource/${resource}/unavailability`, `/v1/resources/resource/${resource}/validity`],
  ]
  const faults = await each(paths, 4, async (path) => {
    const unknown = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11')
    const [theirs, none] = await Promise.all(
      [path, unknown].map((one) => caller.request('GET', one, caller.credentials.BearerAuth)),
    )
    return comparable(theirs!) === comparable(none!)
      ? undefined
      : `${path}: ${theirs!.status} ${theirs!.text.slice(0, 160)}`
  })
  return faultsIn(faults)
}

/** A response without its variable parts. */
function comparable({ status, text }: Answer): string {
  return `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`
}
