import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Plan } from './measures.ts'
import { median } from './processes.ts'
import type { World } from './world.ts'

/** 99th percentiles of one kind of request, in milliseconds. */
export interface Compared {
  few_p99_ms: number
  many_p99_ms: number
  /** Median over the rounds of many divided by few, in adjacent measurements. */
  ratio: number
}

/** Effect of the number of resources in the tenant on listing them. */
export interface ResourceLists {
  few: number
  many: number
  /** Pages of the whole list, from its start and from the middle. */
  list: Compared
  /** The same for every filter. */
  filters: Record<string, Compared>
}

type RequestTarget = Pick<World, 'url' | 'client' | 'tokens'>

interface Listed {
  token: string
  rows: number
  /** Paths of pages of the whole list. */
  pages: string[]
}

const root = '/v1/resources/resource'
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Filters with the same results in both tenants: a full page of a type, three resources, and no recent changes. */
const filters: Record<string, string> = {
  'resource_type:in': '?resource_type:in=VAN,DRIVER,TRACTOR,TRAILER,CHASSIS',
  'external_id:in': '?external_id:in=E7,E70,E700',
  updated_after: '?updated_after=2030-01-01T00:00:00Z',
}

/**
 * Fills the first two tenants with resources, and compares the 99th percentile of listing them over HTTP alternately.
 * @throws if a response is not 200
 */
export async function resourceLists(
  world: RequestTarget,
  plan: Pick<Plan, 'rounds' | 'seconds'>,
  sizes = { few: 1_000, many: 1_000_000 },
): Promise<ResourceLists> {
  const few = await prepare(world, 0, sizes.few)
  const many = await prepare(world, 1, sizes.many)
  await world.client.query('vacuum analyze resource, resource_extra, resource_allocation')
  const kinds = ['list', ...Object.keys(filters)]
  const times = new Map(kinds.map((kind) => [kind, { few: [] as number[], many: [] as number[] }]))
  // The first round compiles the server's code and is not counted. The order alternates, so that none is always first.
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const kind of kinds) {
      const sides = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)
      for (const side of sides) {
        const p99 = await measure(world, side === 'few' ? few : many, kind, plan.seconds / kinds.length)
        if (round > 0) times.get(kind)![side].push(p99)
      }
    }
  }
  const compared = new Map([...times].map(([kind, rounds]) => [kind, compare(rounds)]))
  return {
    ...sizes,
    list: compared.get('list')!,
    filters: Object.fromEntries(Object.keys(filters).map((name) => [name, compared.get(name)!])),
  }
}

function compare({ few, many }: { few: number[]; many: number[] }): Compared {
  return {
    few_p99_ms: median(few),
    many_p99_ms: median(many),
    ratio: median(many.map((time, index) => time / few[index]!)),
  }
}

/** Adds resources to existing ones, and collects cursors into the list. */
async function prepare(world: RequestTarget, index: number, rows: number): Promise<Listed> {
  const token = world.tokens[index]
  if (token === undefined) throw new Error('comparing lists needs two tenants: set BENCH_TENANTS to 2 or more')
  const slug = `bench-${index + 1}`
  const found = await world.client.query<{ tenant_id: string }>('select tenant_id from tenant where slug = $1', [slug])
  const tenant = found.rows[0]!.tenant_id
  await world.client.query(readFileSync(fileURLToPath(new URL('fill-resources.sql', import.meta.url)), 'utf8'))
  await world.client.query("insert into extra (tenant_id, code, name) values ($1, 'BENCH', 'Bench')", [tenant])
  await world.client.query("insert into resource_group (tenant_id, name) values ($1, 'Bench')", [tenant])
  for (let first = 1; first <= rows; first += 50_000) {
    const last = Math.min(rows, first + 49_999)
    await world.client.query('select fill_resources($1, $2, $3)', [tenant, first, last])
  }
  const listed: Listed = { token, rows, pages: [root] }
  // As many pages as the smaller tenant has, except its last one, which may be short.
  for (let page = 1; page < 9; page += 1) {
    const { next_cursor: cursor } = (await request(world, listed, listed.pages.at(-1)!)).body
    if (cursor === null) break
    listed.pages.push(`${root}?cursor=${cursor}`)
  }
  return listed
}

/** 99th percentile of requests of one kind, in milliseconds, with one caller per socket. */
async function measure(world: RequestTarget, listed: Listed, kind: string, seconds: number): Promise<number> {
  const paths = kind === 'list' ? listed.pages : [`${root}${filters[kind]}`]
  const until = performance.now() + seconds * 1_000
  const times: number[] = []
  const caller = async (from: number) => {
    for (let turn = from; performance.now() < until; turn += 1) {
      times.push((await request(world, listed, paths[turn % paths.length]!)).ms)
    }
  }
  await Promise.all(Array.from({ length: agent.maxSockets }, (_, from) => caller(from)))
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)]!
}

function request(world: RequestTarget, { token }: Listed, path: string) {
  return new Promise<{ ms: number; body: { next_cursor: string | null } }>((resolve, reject) => {
    const began = performance.now()
    const request = get(world.url + path, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const ms = performance.now() - began
        if (response.statusCode === 200) resolve({ ms, body: JSON.parse(text) })
        else reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
      })
    })
    request.on('error', reject)
  })
}
