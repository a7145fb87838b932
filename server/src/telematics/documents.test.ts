import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@cartage/contract/positions/app/connections'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { insertTestResources } from '../testing/data/resources.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { readPositions, readStatuses, readVehicles } from './rfms.rules.ts'
import { readForward, readTraccar } from './traccar.rules.ts'

// Generates answers from the original API documents, if present next to the checkout.
const folder = process.env.TELEMATICS_DOCUMENTS ?? join(import.meta.dirname, '../../../../shared/data/telematics')
const files = { rfms: join(folder, 'rfms-v4.openapi.json'), traccar: join(folder, 'traccar.openapi.yaml') }
const isThere = Object.values(files).every((file) => existsSync(file))
const runs = Number(process.env.TELEMATICS_ANSWERS ?? 60)

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  nullable?: boolean
  format?: string
}
type Schemas = Record<string, Schema>

const now = Math.floor(Date.now() / 1_000) * 1_000
let instants = 0

/** Any value that a schema allows; instants are within the last day and unique, degrees are on Earth. */
function valueIn(schemas: Schemas, schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueIn(schemas, schemas[schema.$ref.split('/').at(-1)!]!, name, depth)
  const [inner] = schema.oneOf ?? schema.allOf ?? []
  const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat()
  const isNullable = schema.nullable === true || types.includes('null')
  const some = inner
    ? valueIn(schemas, inner, name, depth)
    : plainValue(schemas, schema, { name, depth, type: types.find((type) => type !== 'null')! })
  return isNullable ? fc.option(some, { freq: 4 }) : some
}

function plainValue(
  schemas: Schemas,
  schema: Schema,
  { name, depth, type }: { name: string; depth: number; type: string },
): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (type === 'boolean') return name === 'moreDataAvailable' ? fc.constant(false) : fc.boolean()
  if (type === 'integer') return fc.integer({ min: 0, max: 2_000_000_000 })
  if (type === 'number') {
    const most = name === 'latitude' ? 89 : 179
    return fc
      .double({ min: -most, max: most, noNaN: true })
      .map((value) => (name === 'accuracy' ? Math.abs(value) : value))
  }
  if (type === 'array') {
    return fc.array(valueIn(schemas, schema.items ?? {}, name, depth + 1), { maxLength: depth === 0 ? 12 : 3 })
  }
  if (type === 'object') return objectValue(schemas, schema, depth)
  if (schema.format === 'date-time') {
    return fc.constantFrom('Z', '+00:00', '.123Z', '.123456Z').map((zone) => {
      instants += 1
      return `${new Date(now - ((instants * 7) % 80_000) * 1_000).toISOString().slice(0, 19)}${zone}`
    })
  }
  return fc.string({ minLength: 1, maxLength: 17 })
}

function objectValue(
  schemas: Schemas,
  { properties = {}, required = [] }: Schema,
  depth: number,
): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, one]) => [name, valueIn(schemas, one, name, depth + 1)])
  return fc.record(Object.fromEntries(members), { requiredKeys: required as never })
}

/** The schemas of a YAML document that are maps of plain members; not a full YAML parser. */
function plainSchemas(text: string): Schemas {
  const root: Record<string, unknown> = {}
  const open: { indent: number; map: Record<string, unknown> }[] = [{ indent: -1, map: root }]
  const lines = text.slice(text.indexOf('\ncomponents:')).split('\n')
  for (const line of lines) {
    const [, blanks, key, value = ''] = /^( *)([\w$]+):(?: +(.*))?$/.exec(line) ?? []
    if (blanks === undefined || key === undefined) continue
    while (open.at(-1)!.indent >= blanks.length) open.pop()
    const list = /^\[(.*)\]$/.exec(value)?.[1]?.split(',')
    const map: Record<string, unknown> = {}
    open.at(-1)!.map[key] = list ? list.map((one) => one.trim().replaceAll("'", '')) : value === '' ? map : value
    if (value === '') open.push({ indent: blanks.length, map })
  }
  return (root as { components: { schemas: Schemas } }).components.schemas
}

const schemasOf = (document: { components: { schemas: Schemas } }) => document.components.schemas

test.runIf(isThere)(
  'TELE-4: any response allowed by the specification of rFMS 4 is read without an error, and no position is lost',
  () => {
    const schemas = schemasOf(JSON.parse(readFileSync(files.rfms, 'utf8')))
    const answer = (name: string) => valueIn(schemas, { $ref: `#/${name}` })
    fc.assert(
      fc.property(
        answer('VehiclePositionResponseDto'),
        answer('VehicleStatusResponseDto'),
        answer('VehicleResponseDto'),
        (positions, statuses, vehicles) => {
          type Found = { vin: string; gnssPosition?: { latitude: number } | null }
          const given = (positions as { vehiclePositionResponse: { vehiclePositions?: Found[] | null } })
            .vehiclePositionResponse
          const wanted = (given.vehiclePositions ?? []).filter(
            ({ vin, gnssPosition }) => vin.trim() !== '' && gnssPosition,
          )
          const read = readPositions(positions, false).readings.flatMap(({ data }) =>
            data.flatMap(({ position }) => position ?? []),
          )
          expect(read.map(({ latitude }) => latitude)).toEqual(wanted.map(({ gnssPosition }) => gnssPosition!.latitude))
          readStatuses(statuses, true)
          readVehicles(vehicles)
        },
      ),
      { numRuns: runs },
    )
  },
)

test.runIf(isThere)(
  'TELE-4: any device and position allowed by the specification of Traccar is read without an error',
  () => {
    const schemas = plainSchemas(readFileSync(files.traccar, 'utf8'))
    const device = valueIn(schemas, { $ref: '#/Device' })
    const position = valueIn(schemas, { $ref: '#/Position' })
    fc.assert(
      fc.property(fc.array(device), fc.array(position), device, position, (devices, positions, one, fix) => {
        type Fix = {
          deviceId?: number
          latitude?: number
          longitude?: number
          fixTime?: string
          deviceTime?: string
          serverTime?: string
        }
        const isWhole = ({ deviceId, latitude, longitude, fixTime, deviceTime, serverTime }: Fix) =>
          deviceId !== undefined &&
          latitude !== undefined &&
          longitude !== undefined &&
          (fixTime ?? deviceTime ?? serverTime)
        const read = readTraccar(devices, positions).flatMap(({ data }) =>
          data.flatMap(({ position }) => position ?? []),
        )
        expect(read.length).toBe((positions as Fix[]).filter(isWhole).length)
        readForward({ device: one, position: fix })
      }),
      { numRuns: runs },
    )
  },
)

test.runIf(isThere)(
  'TELE-4: in responses generated from the specifications every position of a known vehicle is stored',
  async () => {
    const server = await startTestServer()
    afterAll(() => server.close())
    const tenant = await server.tenant()
    const vins = ['YS2R4X20005399401', 'WDB9634031L738247', 'XLRTE47MS0G123456']
    await insertTestResources(
      tenant,
      vins.map((vin) => ({ name: vin, resource_type: 'TRACTOR' })),
    )
    const rfms = schemasOf(JSON.parse(readFileSync(files.rfms, 'utf8')))
    const traccar = plainSchemas(readFileSync(files.traccar, 'utf8'))
    const [positions] = fc.sample(
      fc.array(valueIn(rfms, { $ref: '#/VehiclePositionDto' }), { minLength: 200, maxLength: 200 }),
      1,
    )
    const forwarded = fc.sample(valueIn(traccar, { $ref: '#/Position' }), 40)
    const wanted = new Set<string>()
    const second = (at: string) => String(Math.floor(Date.parse(at.replace(/(\.\d{3})\d*/, '$1')) / 1))
    const vehiclePositions = (positions as { gnssPosition?: { positionDateTime: string } | null }[]).map(
      (one, index) => {
        const vin = vins[index % vins.length]!
        if (one.gnssPosition) wanted.add(`${vin} ${second(one.gnssPosition.positionDateTime)}`)
        return { ...one, vin }
      },
    )
    server.answerWith(({ url }) => {
      const vehiclePositionResponse = { vehiclePositions: url.includes('vehiclepositions') ? vehiclePositions : [] }
      const paging = { moreDataAvailable: false, requestServerDateTime: new Date(now).toISOString() }
      return { body: JSON.stringify({ vehiclePositionResponse, ...paging }) }
    })
    const admin = await tenant.user('SUPER_ADMIN')
    const base = { sign_in: 'NONE', user_name: null, token_url: null, interval_seconds: 60, is_paused: false } as const
    const ofRfms = { ...base, kind: 'RFMS', name: 'R', base_url: 'https://rfms.example/rfms4' } as const
    await admin(contract.addTelematicsConnection, { body: ofRfms })
    await server.drain()
    const ofTraccar = { ...base, kind: 'TRACCAR', name: 'T', base_url: null } as const
    const { token } = await admin(contract.addTelematicsConnection, { body: ofTraccar })
    for (const [index, position] of forwarded.entries()) {
      const { latitude, longitude, fixTime, deviceTime, serverTime } = position as Record<string, string | undefined>
      const at = fixTime ?? deviceTime ?? serverTime
      const vin = vins[index % vins.length]!
      if (at !== undefined && latitude !== undefined && longitude !== undefined) wanted.add(`${vin} ${second(at)}`)
      const answer = await server.app.inject({
        ...{
          method: 'POST',
          url: contract.reportTraccarPosition.path,
          payload: { device: { uniqueId: vin }, position },
        },
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.statusCode).toBe(204)
    }
    const text = `select r.name || ' ' || (extract(epoch from p.recorded_at) * 1000)::bigint as key from position_sample p
                  join resource r on r.tenant_id = $1 and r.resource_id = p.resource_id where p.tenant_id = $1`
    const stored = await tenant.asTenant((tx) => tx.query<{ key: string }>({ name: 'test.stored_fixes', text }))
    expect(stored.map(({ key }) => key).sort()).toEqual([...wanted].sort())
    expect(stored.length).toBeGreaterThan(100)
  },
)
