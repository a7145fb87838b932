import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { appEndpoints, endpoints } from './index.ts'

type Json = { [name: string]: unknown }

/** Implausible years: empty cells and zeros of other systems, and typing errors. */
const oddDays = ['0001-01-01', '0202-11-29', '1899-12-30', '1970-01-01', '2206-11-29', '9999-12-31']

/** Rules that report days or instants of implausible years, with the operations or members they cover. */
const reported: { readonly [rule: string]: readonly string[] } = {
  'SENSE-1: a warning on the upload': ['uploadOrder', 'importOrder', 'createOrder', 'changeOrder'],
  'SENSE-1: an entry in errors, because a partial update has no warnings': ['updateOrdersPartially'],
  'SENSE-2: an entry in errors': [
    'importTrip',
    'updateFleetStatus',
    'updateIntermodalStatus',
    'updateLocationBooking',
    'updateSubcontractorStatus',
    'updateTracking',
  ],
  'SENSE-4: a warning in the header': [
    'createResourceValidity',
    'replaceResourceValidity',
    'createCompanyValidity',
    'replaceCompanyValidity',
    'createCompanyDocument',
    'createUnavailability',
    'replaceUnavailability',
    'syncUnavailabilities .items',
  ],
  'SENSE-4: a message at the row': ['addUnavailabilities'],
}

/** Members accepted without a warning, with the reason. */
const silent: { readonly [place: string]: string } = {
  'syncUnavailabilities .window': 'a range to look in: an open side may be said with any far instant',
  'replayRateCard .from': 'a range to look in, kept nowhere',
  'replayRateCard .to': 'a range to look in, kept nowhere',
  'replayRateCard .after': 'the place of a page, as the answer before gave it',
  'resendFailed .since': 'a range to look in, kept nowhere',
  'importExchangeRates .first_day': 'a range to look in: older rates are left out',
  previewOrder: 'asked while a person types; the order is judged when it is saved',
  findSimilarOrders: 'compared with orders, kept nowhere',
  findImportSimilar: 'compared with orders, kept nowhere',
  'importOrders .reading.today': 'what "tomorrow" in a sheet is counted from; the days that come of it are warned of',
  tryRates: 'a trial, kept nowhere',
  tryTaxRules: 'a trial, kept nowhere',
  'putTenantSettings .second_factor_from': 'read back by the same schema, and any day of the past asks for it now',
  'saveRateDraft .doc': 'a bound that a condition compares with, read back by the same schema: no day of transport',
  'addIndexValues .values': 'a public index may have values from before',
  'reportDriverActs .sent_at':
    'the clock of a phone: what it is wrong by is taken off, and a refusal would keep all acts',
  'reportDriverPositions .sent_at': 'the clock of a phone, as with acts',
  'reportDriverPositions .positions[].recorded_at':
    'what is outside of a trip is left out, and a refusal would keep the others',
  setDriverPosition: 'the clock of a phone; a decision counts from when it came at the latest',
  receiveEInvoice: 'as the document of a supplier says it; a person decides before it is booked',
  createExchangeRate: 'the published interface takes it, and a rate counts on its own day alone',
  createSalesInvoice: 'the published interface takes it; what cannot be booked is refused by the period',
  createSalesCreditNote: 'the published interface takes it; what cannot be booked is refused by the period',
}

test('SENSE-3: every day and instant of a request body is refused for an odd year, reported by a rule, or listed here with a reason', () => {
  const places = [...Object.keys(silent), ...Object.values(reported).flat()]
  const used = new Set<string>()
  const faults = bodyTimes().flatMap(({ at, isTaken }) => {
    const named = places.filter((place) =>
      `${at} `.replace(/[[.]/g, ' $&').startsWith(`${place} `.replace(/[[.]/g, ' $&')),
    )
    for (const place of named) used.add(place)
    if (named.length > 1) return [`${at} is named twice`]
    if (named.length === 1) return isTaken ? [] : [`${at} is refused: it needs no name here`]
    return isTaken ? [`${at} takes any year`] : []
  })
  expect(faults).toEqual([])
  expect(places.filter((place) => !used.has(place))).toEqual([])
})

test('SENSE-3: the test above detects a body that accepts any year', () => {
  const times = timesOf('bad', z.object({ rows: z.array(z.object({ on: z.iso.date().nullish() })) }))
  expect(times).toEqual([{ at: 'bad .rows[].on', isTaken: true }])
})

/** Every day and instant of every body, and whether its schema accepts implausible years. */
function bodyTimes() {
  const all: [string, Endpoint][] = Object.entries({ ...endpoints, ...appEndpoints })
  return all.flatMap(([id, { body }]) => (body ? timesOf(id, body) : []))
}

function timesOf(id: string, body: z.ZodType): { at: string; isTaken: boolean }[] {
  const schema = z.toJSONSchema(body, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { format } = jsonSchema
      if (format !== 'date' && format !== 'date-time') return
      const given = oddDays.map((day) => (format === 'date' ? day : `${day}T12:00:00Z`))
      jsonSchema['x-takes-odd'] = given.some((text) => z.safeParse(zodSchema, text).success)
    },
  }) as Json
  const times = new Map<string, boolean>()
  const visit = (node: unknown, path: string, inside: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref, format, properties, items, additionalProperties, oneOf, anyOf, allOf, ...rest } = node as Json
    if (typeof $ref === 'string' && !inside.includes($ref)) {
      visit((schema.$defs as Json)[$ref.split('/').at(-1)!], path, [...inside, $ref])
    }
    if (format === 'date' || format === 'date-time') {
      times.set(path, (times.get(path) ?? false) || rest['x-takes-odd'] === true)
    }
    for (const part of [oneOf, anyOf, allOf])
      for (const one of (part as Json[] | undefined) ?? []) visit(one, path, inside)
    visit(items, `${path}[]`, inside)
    visit(additionalProperties, `${path}{}`, inside)
    for (const [name, member] of Object.entries((properties as Json | undefined) ?? {})) {
      visit(member, `${path}.${name}`, inside)
    }
  }
  visit(schema, '', [])
  return [...times].map(([path, isTaken]) => ({ at: `${id} ${path}`, isTaken }))
}
