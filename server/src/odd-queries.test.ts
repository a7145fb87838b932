import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@cartage/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { operations } from './testing/matrix/operations.ts'
import { pathIds } from './testing/matrix/parameters.ts'
import { plainPath } from './testing/matrix/tenants.ts'
import { createMatrixWorld, type MatrixWorld } from './testing/matrix/world.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

/** A stream never ends; it has no query. */
const reads = operations.filter(
  ({ method, path, id }) => method === 'GET' && path.startsWith('/app/') && id !== 'streamChanges',
)

/** Longer URLs are refused before anything is read. */
const longestAddress = 8_000

const uuid = randomUUID()
/** URL-encoded values: percent signs are literal. */
const oddValues: readonly string[] = [
  '',
  '%20',
  'not-a-uuid',
  uuid,
  `${uuid},not-a-uuid`,
  `${uuid},,${uuid}`,
  ',',
  Array.from({ length: 216 }, () => uuid).join(','),
  'NO_SUCH_VALUE',
  '__proto__',
  'true',
  '[]',
  // Numbers
  '0',
  '-1',
  '1.5',
  '201',
  '2147483648',
  '99999999999999999999999',
  '1e400',
  'Infinity',
  // Days and instants
  '2026-02-30',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '-infinity',
  '2026-01-01T00:00:00Z',
  '0001-01-01T00:00:00%2B14:00',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T24:00:00Z',
  // Text
  'a%00b',
  '%ED%A0%80',
  '%EF%BF%BF',
  '%zz',
  '%F0%9F%9A%9A',
  '_%25%5C',
  '%22;--',
  '(((',
  'w'.repeat(100),
  'w'.repeat(10_240),
  '%C3%A9'.repeat(100),
  // Cursor characters
  'A'.repeat(120),
  'e30',
]

describe('odd values in queries and paths that screens read', () => {
  let server: TestServer
  let world: MatrixWorld
  let headers: Record<string, string>

  beforeAll(async () => {
    server = await startTestServer()
    world = await createMatrixWorld(server)
    headers = world.visitors.find(({ kind }) => kind === 'own session of SUPER_ADMIN')!.headers
  })
  afterAll(async () => {
    await world?.close()
    await server?.close()
  })

  /** Error of one request; undefined if it was answered correctly. */
  async function faultOf(url: string, isFit: (status: number, body: string) => boolean): Promise<string | undefined> {
    const { statusCode, body } = await server.app.inject({ method: 'GET', url, headers })
    if (isFit(statusCode, body)) return undefined
    const shown = url.length > 200 ? `${url.slice(0, 200)}… (${url.length})` : url
    return `${shown}: ${statusCode} ${body.slice(0, 200)}`
  }

  /** URL of one of our own records. */
  function addressOf(endpoint: Endpoint, other: Readonly<Record<string, string>> = {}): string {
    return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const known: Readonly<Record<string, string>> = { ...plainPath, ...other }
      return known[name] ?? pathIds[name]?.of(world.victim, endpoint.path) ?? ''
    })
  }

  test.each(withQuery().map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: values refused by its schema are 422 with the member, everything else is answered',
    async (_, endpoint) => {
      const address = addressOf(endpoint)
      const names = queryNamesOf(endpoint)
      const usual = usualQuery(endpoint)
      const faults: (string | undefined)[] = []
      for (const value of oddValues) {
        const all = textOf(new Map(names.map((name) => [name, value])))
        const together = names.filter((name) => isRefusedAlone(endpoint, name, value, all))
        faults.push(await faultOf(`${address}?${all}`, (status, body) => refusesEach(together, status, body)))
        for (const name of names.filter((each) => !together.includes(each))) {
          const query = new Map(usual).set(name, value)
          faults.push(
            await faultOf(`${address}?${textOf(query)}`, (status, body) => fits(endpoint, name, value, status, body)),
          )
        }
      }
      const twice = `${address}?${names.map((name) => `${name}=1&${name}=2`).join('&')}`
      faults.push(await faultOf(twice, (status, body) => refusesEach(names, status, body)))
      for (const spans of [
        ['0001-01-01', '9999-12-31'],
        ['9999-12-31', '0001-01-01'],
      ] as const) {
        faults.push(await faultOf(`${address}?${textOf(spanned(usual, names, spans))}`, (status) => status < 500))
      }
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    },
  )

  test.each(withParams().map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: a path without a record is 404',
    async (_, endpoint) => {
      const query = textOf(usualQuery(endpoint))
      const faults: (string | undefined)[] = []
      for (const [, name] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
        for (const value of oddValues) {
          if (value === '' || value.length > longestAddress) continue
          const url = `${addressOf(endpoint, { [name!]: value })}?${query}`
          faults.push(await faultOf(url, (status) => isUnknown(name!, value, status)))
        }
      }
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    },
  )
})

function withQuery(): Endpoint[] {
  return reads.filter((endpoint) => queryNamesOf(endpoint).length > 0)
}

function withParams(): Endpoint[] {
  return reads.filter(({ path }) => path.includes('{'))
}

type Shape = Readonly<Record<string, z.ZodType>>

function shapeOf(endpoint: Endpoint): Shape {
  return (endpoint.query as { shape?: Shape } | undefined)?.shape ?? {}
}

function queryNamesOf(endpoint: Endpoint): string[] {
  return Object.keys(shapeOf(endpoint))
}

/** Parameters a request needs in addition to the odd value. */
const needed: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  listSavedViews: new Map([['screen', 'orders']]),
  search: new Map([['q', 'matrix']]),
  listFences: new Map([
    ['west', '3'],
    ['south', '50'],
    ['east', '5'],
    ['north', '52'],
  ]),
  getPayrollHours: new Map([['month', '2026-03']]),
  exportPayrollHours: new Map([['month', '2026-03']]),
  listSamples: spanOf('from', 'to'),
  countDispatchBoard: spanOf('from', 'to'),
  getPlanningBoard: spanOf('from', 'to'),
  getPlanningBoardParts: spanOf('from', 'to'),
  listDispatchBoard: spanOf('from', 'to'),
  listPlanningConflicts: spanOf('from', 'to'),
  listDrivingTimes: new Map([...spanOf('from', 'to'), ['driver_ids', randomUUID()]]),
  getCalendar: spanOf('start_time', 'end_time'),
  listMargin: new Map([
    ['from', '2026-03-02'],
    ['to', '2026-03-03'],
  ]),
  listUnpostedDocuments: new Map([
    ['billing_entity_id', randomUUID()],
    ['month', '2026-03'],
  ]),
  getPeriodSummary: periodOf(),
  downloadPeriodFile: new Map([...periodOf(), ['file', 'VAT']]),
}

/** Reads that answer 409 in some states of the record. */
const conflicting: ReadonlySet<string> = new Set(['printDayList', 'printDayLists'])

function periodOf(): ReadonlyMap<string, string> {
  return new Map([
    ['billing_entity_id', randomUUID()],
    ['from', '2026-03-02'],
    ['to', '2026-03-03'],
  ])
}

function spanOf(from: string, to: string): ReadonlyMap<string, string> {
  return new Map([
    [from, '2026-03-02T00:00:00Z'],
    [to, '2026-03-03T00:00:00Z'],
  ])
}

function usualQuery({ id }: Endpoint): ReadonlyMap<string, string> {
  return needed[id] ?? new Map()
}

function textOf(query: ReadonlyMap<string, string>): string {
  return [...query].map(([name, value]) => `${name}=${value}`).join('&')
}

/** The usual query, with all start and end parameters set to this period. */
function spanned(
  usual: ReadonlyMap<string, string>,
  names: readonly string[],
  [first, last]: readonly [string, string],
): ReadonlyMap<string, string> {
  const starts = names.filter((name) => /(^|_)(from|since)$|^start_/.test(name))
  const ends = names.filter((name) => /(^|_)(to|until)$|^end_/.test(name))
  const isInstant = (name: string) => usual.get(name)?.includes('T')
  const entry = (name: string, day: string) => [name, isInstant(name) ? `${day}T00:00:00Z` : day] as const
  return new Map([...usual, ...starts.map((name) => entry(name, first)), ...ends.map((name) => entry(name, last))])
}

/**
 * Whether a member's own schema refuses the value, whatever the rest of the query. Then one request with the value in
 * every member covers all of them, because its answer names each.
 */
function isRefusedAlone(endpoint: Endpoint, name: string, value: string, all: string): boolean {
  const text = decoded(value)
  if (text === undefined || all.length > longestAddress) return false
  return !shapeOf(endpoint)[name]!.safeParse(text).success
}

/** Never an internal error; 422 that names each invalid member. */
function refusesEach(names: readonly string[], status: number, body: string): boolean {
  if (names.length === 0) return status < 500
  return status === 422 && names.every((name) => body.includes(`"path":"${name}"`) || body.includes(`"path":"${name}.`))
}

function fits(endpoint: Endpoint, name: string, value: string, status: number, body: string): boolean {
  const text = decoded(value)
  const query = { ...Object.fromEntries(usualQuery(endpoint)), [name]: text }
  const isTaken = text === undefined || endpoint.query?.safeParse(query).success
  if (value.length > longestAddress) return status === 414
  if (isTaken) return [200, 404, 422].includes(status) || (status === 409 && conflicting.has(endpoint.id))
  return status === 422 && body.includes(`"path":"${name}`)
}

/** The value as decoded by the server; undefined if its encoding is invalid. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** Unknown kinds of settings, revisions never sent, and missing records: 404. */
function isUnknown(name: string, value: string, status: number): boolean {
  if (name === 'revision' && value === '1') return status === 200
  return status === 404
}
