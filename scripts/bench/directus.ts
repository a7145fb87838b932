// Generic data server available from npm, with a transport order as its records: the alternative to build on.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { EmbeddedDatabase } from '../../server/src/db/embedded/database.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { capture } from './load.ts'

/** Measured version. */
export const directusVersion = '12.4.0'

/** Running server with its own database. */
export interface Directus {
  readonly url: string
  readonly token: string
  readonly pid: number
  stop(): Promise<void>
}

const token = 'only-for-this-measurement'
const longestStartMs = 120_000

/**
 * Installs it into a folder unless present, which takes some minutes and 700 MB, and starts it on the bench's
 * PostgreSQL.
 * @throws if npm cannot install it, or it does not start
 */
export async function startDirectus(folder: string, embedded: EmbeddedDatabase): Promise<Directus> {
  await install(folder)
  const database = `peer_${Date.now()}`
  const admin = new pg.Client({ ...embedded.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const port = await freePort()
  const env = {
    ...settings(embedded, database),
    PORT: String(port),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  }
  const cli = join(folder, 'node_modules/directus/cli.js')
  await capture(process.execPath, [cli, 'bootstrap'], { ...env, LOG_LEVEL: 'error' })
  const child = spawn(process.execPath, [cli, 'start'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  }
  try {
    await untilReady(url, child)
    await createCollections(url)
    return { url, token, pid: child.pid!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function install(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/directus/cli.js'))) return
  mkdirSync(folder, { recursive: true })
  const dependencies = { directus: directusVersion, pg: '8' }
  // Dependency for scripts in flows, not used here, in a version with a binary for this Node.
  const overrides = { 'isolated-vm': '7.0.1' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
  const npm = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts']
  await capture('npm', npm, { PATH: `${dirname(process.execPath)}:${process.env.PATH}` })
}

/** Default settings except what this machine needs: durability is PostgreSQL's, as in all measurements here. */
function settings({ connection }: EmbeddedDatabase, database: string): Record<string, string> {
  return {
    ...{ DB_CLIENT: 'pg', DB_HOST: connection.host, DB_PORT: String(connection.port), DB_DATABASE: database },
    ...{ DB_USER: connection.user, DB_PASSWORD: connection.password ?? 'none' },
    ...{ HOST: '127.0.0.1', LOG_LEVEL: 'error', TELEMETRY: 'false', NODE_ENV: 'production' },
    ...{ SECRET: 'a secret that is used for a moment', ADMIN_TOKEN: token },
    ...{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'used-for-a-moment' },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + longestStartMs
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/server/ping`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('Directus did not start')
}

type FieldType = 'string' | 'text' | 'integer' | 'decimal' | 'date' | 'time' | 'boolean' | 'json'

const named = (type: FieldType, ...names: string[]) => names.map((field) => ({ field, type, schema: {}, meta: {} }))

/** An order as in the bench's naive SQL: stops, consignments and goods are records. */
const collections: Readonly<Record<string, ReturnType<typeof named>>> = {
  orders: [
    ...named('string', 'order_identifier', 'customer_reference_number', 'customer', 'transport_service', 'status'),
    ...[...named('text', 'planning_instructions'), ...named('json', 'contact_emails', 'custom_fields')],
  ],
  consignments: named('string', 'consignment_reference_number', 'cmr_reference_number'),
  stops: [
    ...named(
      'string',
      'role',
      'reference_number',
      'email',
      'phone_number',
      'mobile_number',
      'name',
      'address',
      'postal_code',
      'city',
      'country',
    ),
    ...[
      ...named('text', 'note', 'description', 'planning_instructions'),
      ...named('date', 'date'),
      ...named('time', 'start_time', 'end_time'),
    ],
    ...named('integer', 'sequence'),
  ],
  goods: [
    ...named('decimal', 'quantity', 'total_weight_kg', 'total_loading_meters', 'total_volume_m3', 'unit_height_m'),
    ...[
      ...named('string', 'description'),
      ...named('boolean', 'stackable'),
      ...named('json', 'handling_units', 'packaged_items', 'custom_fields'),
    ],
  ],
}
const parts = [
  ['stops', 'orders', 'stops'],
  ['consignments', 'orders', 'consignments'],
  ['goods', 'consignments', 'goods'],
] as const

async function createCollections(url: string): Promise<void> {
  const key = { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } }
  for (const [collection, fields] of Object.entries(collections)) {
    await post(url, '/collections', { collection, schema: {}, meta: {}, fields: [key, ...fields] })
  }
  for (const [collection, related_collection, one_field] of parts) {
    const field = related_collection.slice(0, -1)
    await post(url, `/fields/${collection}`, { field, type: 'uuid', schema: { is_indexed: true }, meta: {} })
    await post(url, `/fields/${related_collection}`, { field: one_field, type: 'alias', meta: { special: ['o2m'] } })
    const schema = { on_delete: 'CASCADE' }
    await post(url, '/relations', { collection, field, related_collection, schema, meta: { one_field } })
  }
}

async function post(url: string, path: string, body: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`Directus answered ${answer.status} to ${path}: ${await answer.text()}`)
}

interface StopOfOrder {
  time_window: { start_time: string; end_time: string }
  location: Record<string, string>
}
interface OrderOfBench {
  operation: string
  customer: { name: string }
  transport_service: { name: string }
  consignments: { pickup_stop: StopOfOrder; delivery_stop: StopOfOrder; goods: object[] }[]
}

/** The bench's order as these records, with the same content. */
export function orderAsRecords(text: string): string {
  const { operation: _, customer, transport_service, consignments, ...order } = JSON.parse(text) as OrderOfBench
  const stops = consignments.flatMap(({ pickup_stop, delivery_stop }) => [
    stopAsRecord('PICKUP', pickup_stop),
    stopAsRecord('DELIVERY', delivery_stop),
  ])
  return JSON.stringify({
    ...{ ...order, customer: customer.name, transport_service: transport_service.name, status: 'TO_PLAN' },
    stops: stops.map((stop, index) => ({ ...stop, sequence: index + 1 })),
    consignments: consignments.map(({ pickup_stop: _pickup, delivery_stop: _delivery, ...rest }) => rest),
  })
}

function stopAsRecord(role: string, { time_window, location, ...stop }: StopOfOrder): object {
  return { role, ...stop, ...time_window, ...location }
}
