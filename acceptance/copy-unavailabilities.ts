// A program such as an integrator writes: it copies every unavailability of one tenant to another, knowing nothing but
// the published interface. Resources are matched by external id, number plate or name. Run it again and again: it
// writes only what has changed since.
//
//   FROM_URL=… FROM_CLIENT_ID=… FROM_CLIENT_SECRET=… TO_URL=… TO_CLIENT_ID=… TO_CLIENT_SECRET=… \
//     node acceptance/copy-unavailabilities.ts
import { setTimeout as sleep } from 'node:timers/promises'

/** URL and credentials of an account. */
export interface Account {
  /** Root of the service, without a trailing slash. */
  url: string
  client_id: string
  client_secret: string
}

/** Result of one run. */
export interface Copied {
  /** Number of resources on both sides. */
  matched: number
  /** Names of resources without a unique match on the other side. */
  unmatched: string[]
  created: number
  updated: number
  deleted: number
  unchanged: number
}

interface Resource {
  id: string
  name: string
  external_id?: string | null
  [kind: string]: unknown
}

interface Unavailability {
  id: string
  external_id: string | null
  start_time: string
  end_time: string | null
  reason: string
  description: string
}

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

/** Copies are identified by this and the id of the original. Other records of the target must not be changed. */
const linkPrefix = 'copy-of:'
/** Number of resources compared concurrently. */
const atOnce = 4

/** Makes the target match the source for every resource on both sides. */
export async function copyUnavailabilities(source: Account, target: Account): Promise<Copied> {
  const [from, to] = await Promise.all([connect(source), connect(target)])
  const [ours, theirs] = await Promise.all([list<Resource>(from, resourcePath), list<Resource>(to, resourcePath)])
  const find = matcher(theirs)
  const copied: Copied = { matched: 0, unmatched: [], created: 0, updated: 0, deleted: 0, unchanged: 0 }
  const pairs: [Resource, Resource][] = []
  const taken = new Set<string>()
  for (const resource of ours) {
    const other = find(resource)
    // Two source resources mapped to one target would undo each other's copies in every run.
    if (other === undefined || taken.has(other.id)) copied.unmatched.push(resource.name)
    else pairs.push([resource, other])
    if (other) taken.add(other.id)
  }
  copied.matched = pairs.length
  const workers = Array.from({ length: atOnce }, async () => {
    for (let pair = pairs.pop(); pair; pair = pairs.pop()) await copyOne(from, to, pair, copied)
  })
  await Promise.all(workers)
  return copied
}

async function copyOne(from: Api, to: Api, [ours, theirs]: [Resource, Resource], copied: Copied): Promise<void> {
  const [originals, there] = await Promise.all([
    list<Unavailability>(from, unavailabilityPath(ours.id)),
    list<Unavailability>(to, unavailabilityPath(theirs.id)),
  ])
  const copies = new Map(
    there.filter(({ external_id }) => external_id?.startsWith(linkPrefix)).map((copy) => [copy.external_id, copy]),
  )
  for (const { id, ...original } of originals) {
    const intended = { ...original, external_id: linkPrefix + id }
    const copy = copies.get(intended.external_id)
    copies.delete(intended.external_id)
    if (copy === undefined) {
      await to('POST', unavailabilityPath(theirs.id), intended)
      copied.created += 1
    } else if (isSame(copy, intended)) {
      copied.unchanged += 1
    } else {
      await to('PUT', `${unavailabilityPath(theirs.id)}/${copy.id}`, intended)
      copied.updated += 1
    }
  }
  for (const { id } of copies.values()) {
    await to('DELETE', `${unavailabilityPath(theirs.id)}/${id}`)
    copied.deleted += 1
  }
}

/** Compares texts directly: an instant has the same notation everywhere. */
function isSame(copy: Unavailability, intended: Omit<Unavailability, 'id'>): boolean {
  return (
    copy.start_time === intended.start_time &&
    copy.end_time === intended.end_time &&
    copy.reason === intended.reason &&
    copy.description === intended.description
  )
}

/** Finds the matching resource by external id, otherwise by plate, otherwise by name. */
function matcher(resources: readonly Resource[]): (intended: Resource) => Resource | undefined {
  const byKey = new Map<string, Resource[]>()
  for (const resource of resources) {
    for (const key of keysOf(resource)) byKey.set(key, [...(byKey.get(key) ?? []), resource])
  }
  return (intended) => {
    for (const key of keysOf(intended)) {
      const found = byKey.get(key)
      if (found) return found.length === 1 ? found[0] : undefined
    }
    return undefined
  }
}

const kinds = ['driver', 'tractor', 'truck', 'van', 'trailer', 'full_trailer', 'chassis', 'container']

function keysOf(resource: Resource): string[] {
  const vehicle = kinds.map((kind) => resource[kind] as { license_plate?: string | null } | undefined).find(Boolean)
  const plate = vehicle?.license_plate?.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return [
    ...(resource.external_id ? [`external id ${resource.external_id}`] : []),
    ...(plate ? [`plate ${plate}`] : []),
    `name ${resource.name}`,
  ]
}

const resourcePath = '/v1/resources/resource'
const unavailabilityPath = (resourceId: string) => `${resourcePath}/${resourceId}/unavailability`

/** Sends one request and returns the parsed response. */
type Api = <Body>(method: string, path: string, body?: unknown) => Promise<Body>

async function list<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await api('GET', cursor === null ? path : `${path}?cursor=${cursor}`)
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}

async function connect({ url, client_id, client_secret }: Account): Promise<Api> {
  const credentials = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await fetch(`${url}/v1/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
  })
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return (method, path, body) => request(`${url}${path}`, method, access_token, body)
}

async function request<Body>(url: string, method: string, token: string, body?: unknown): Promise<Body> {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  for (;;) {
    const answer = await fetch(url, init)
    const text = await answer.text()
    if (answer.status === 429) {
      await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1))
      continue
    }
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
}

function accountOf(side: 'FROM' | 'TO'): Account {
  const read = (name: string) => {
    const value = process.env[`${side}_${name}`]
    if (!value) throw new Error(`Set ${side}_${name}.`)
    return value
  }
  return { url: read('URL'), client_id: read('CLIENT_ID'), client_secret: read('CLIENT_SECRET') }
}

if (import.meta.main) {
  const copied = await copyUnavailabilities(accountOf('FROM'), accountOf('TO'))
  process.stdout.write(`${JSON.stringify(copied)}\n`)
}
