import { randomUUID } from 'node:crypto'
import { appEndpoints } from '../../contract/src/app/endpoints.ts'
import { type Call, CallError, client } from '../../contract/src/client.ts'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import { endpoints } from '../../contract/src/index.ts'
import { type Probe, probesOf } from '../../server/src/operations/canary/rules.ts'
import type { Plan } from './measures.ts'
import { median } from './processes.ts'
import { adminOf, fillBoard } from './verdict.ts'
import type { World } from './world.ts'

/** Whether response times reveal that an id belongs to another tenant. */
export interface Strangers {
  operations: number
  /** Requests of each kind per operation. */
  requests: number
  /**
   * Time for another tenant's record divided by that for a nonexistent one, by operation: lowest, median and highest.
   */
  foreign: Spread
  /** The same for two nonexistent records: the noise of the machine. */
  unknown: Spread
}

interface Spread {
  lowest: number
  middle: number
  highest: number
}

/**
 * Alternates requests for records of another tenant and nonexistent ones, for every operation that reads one record and
 * for which the other tenant has one.
 */
export async function strangers(world: World, plan: Pick<Plan, 'seconds'>): Promise<Strangers> {
  await fillBoard(world, await adminOf(world, 0), { vehicles: 6, days: 2, ordersPerTrip: 3, trips: 12 })
  const callers = {
    bearer: client(world.url, { authorization: `Bearer ${world.tokens[1]}` }),
    session: await adminOf(world, 1),
  }
  const requests = Math.max(20, plan.seconds * 8)
  const [foreign, unknown]: [number[], number[]] = [[], []]
  for (const { endpoint, parameter } of probesOf([...Object.values(endpoints), ...Object.values(appEndpoints)])) {
    const record = parameter && (await recordOf(world, parameter.names))
    if (record === undefined) continue
    const call = callers[endpoint.auth as keyof typeof callers]
    const ask = (id: string) => timeOf(call, endpoint, { [parameter!.name]: id })
    if (!(await isReached(call, endpoint, parameter!, record))) continue
    const times = await inTurn(ask, record, requests)
    foreign.push(times.foreign / times.unknown)
    unknown.push(times.control / times.unknown)
  }
  if (foreign.length === 0) throw new Error('no operation was reached')
  return { operations: foreign.length, requests, foreign: spreadOf(foreign), unknown: spreadOf(unknown) }
}

/** Medians of sequential requests in alternating order. */
async function inTurn(ask: (id: string) => Promise<number>, record: string, requests: number) {
  const times: { foreign: number[]; unknown: number[]; control: number[] } = { foreign: [], unknown: [], control: [] }
  const kinds = ['foreign', 'unknown', 'control'] as const
  // The first requests compile statements and code, and are not counted.
  for (let turn = 0; turn < 10; turn += 1) await ask(turn % 2 === 0 ? record : randomUUID())
  for (let turn = 0; turn < requests; turn += 1) {
    for (let at = 0; at < kinds.length; at += 1) {
      const kind = kinds[(turn + at) % kinds.length]!
      times[kind].push(await ask(kind === 'foreign' ? record : randomUUID()))
    }
  }
  return { foreign: median(times.foreign), unknown: median(times.unknown), control: median(times.control) }
}

async function recordOf(world: World, { table, column }: NonNullable<Probe['parameter']>['names']) {
  const { rows } = await world.client.query<{ id: string }>(
    `select ${column}::text as id from ${table} where tenant_id = $1 limit 1`,
    [world.tenants[0]!.tenant.id],
  )
  return rows[0]?.id
}

/** False if this bench's credentials are refused before the record is looked up. */
async function isReached(call: Call, endpoint: Endpoint, { name }: { name: string }, id: string): Promise<boolean> {
  const status = await statusOf(call, endpoint, { [name]: id })
  return status !== 401 && status !== 403
}

async function timeOf(call: Call, endpoint: Endpoint, params: Record<string, string>): Promise<number> {
  const began = performance.now()
  await statusOf(call, endpoint, params)
  return performance.now() - began
}

async function statusOf(call: Call, endpoint: Endpoint, params: Record<string, string>): Promise<number> {
  try {
    await call(endpoint, { params })
    return 200
  } catch (error) {
    if (error instanceof CallError) return error.status
    throw error
  }
}

function spreadOf(ratios: readonly number[]): Spread {
  return { lowest: Math.min(...ratios), middle: median([...ratios]), highest: Math.max(...ratios) }
}

/** The figures as lines of docs/benchmarks.md. */
export function strangerLines(strangers: Strangers | undefined): string[] {
  if (!strangers) return []
  const { operations, requests, foreign, unknown } = strangers
  const spreadText = ({ lowest, middle, highest }: Spread) =>
    `${middle.toFixed(2)} x in the middle, ${lowest.toFixed(2)} to ${highest.toFixed(2)}`
  return [
    `Refusing a record of another tenant takes as long as one that never was: ${spreadText(foreign)} (medians of ${requests} requests ` +
      `for each of ${operations} operations); two that never were differ as much: ${spreadText(unknown)}.`,
  ]
}
