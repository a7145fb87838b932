import { Facts } from '@cartage/contract/rates/app/facts'
import { type NewRateCardDoc, RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { IndexValue, TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import type { z } from 'zod'
import { groupageLines } from '../../../../../seeds/rates.ts'
import type { CardVersion, ChargeType, PriceIndex, Tariff, Version } from '../../../rates/engine/tariff.rules.ts'

/** The card of the groupage walk-through, as in the sample world, with waiting time that needs approval. */
export const klantA: NewRateCardDoc = {
  lines: [groupageLines.freight, groupageLines.fuel, { ...groupageLines.waiting, approval: 'TO_REQUEST' }],
}

/** Charge types of the tests: role, unit, first approval by code. */
export const chargeTypeRows: readonly [code: string, role: ChargeType['role'], approval?: 'TO_REQUEST'][] = [
  ['FREIGHT', 'BASE'],
  ['FUEL', 'SURCHARGE'],
  ['WAITING', 'ACCESSORIAL', 'TO_REQUEST'],
  ['TOLL', 'DISBURSEMENT'],
  ['CHASSIS', 'ACCESSORIAL'],
  ['DEMURRAGE', 'DISBURSEMENT'],
  ['FERRY', 'DISBURSEMENT'],
  ['CUSTOMS', 'ACCESSORIAL'],
  ['EXTRA_STOP', 'ACCESSORIAL'],
  ['TAIL_LIFT', 'ACCESSORIAL'],
  ['ADR', 'SURCHARGE'],
  ['WEEKEND', 'SURCHARGE'],
  ['KM', 'BASE'],
  ['HOURS', 'BASE'],
]

/** A version of a card, by default valid through 2026. */
export function cardOf(
  code: string,
  doc: NewRateCardDoc,
  members: Partial<Omit<CardVersion, 'doc'>> = {},
): CardVersion {
  const given = { assignments: [{ to: 'ALL' as const }], ...doc }
  return {
    version_id: `${code} of ${members.valid_from ?? '2026-01-01'}`,
    code,
    side: 'SALES',
    currency: 'EUR',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    ...members,
    doc: RateCardDoc.parse(given),
  }
}

/** Parts of a tariff given by a test; the rest is empty. */
export interface TariffParts {
  readonly cards?: readonly CardVersion[]
  readonly tables?: Readonly<Record<string, z.input<typeof TariffTableDoc>>>
  readonly zones?: Readonly<Record<string, z.input<typeof ZoneSetDoc>>>
  readonly indexes?: Readonly<Record<string, { lasts_days?: number; values: Record<string, string> }>>
}

/** A tariff with the charge types of the tests. */
export function tariffOf({ cards = [], tables = {}, zones = {}, indexes = {} }: TariffParts): Tariff {
  const name = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replace('_', ' ')
  return {
    cards,
    tables: versionsOf(tables, TariffTableDoc),
    zones: versionsOf(zones, ZoneSetDoc),
    indexes: new Map(
      Object.entries(indexes).map(([code, { lasts_days = null, values }]): [string, PriceIndex] => [
        code,
        {
          lasts_days,
          values: Object.entries(values).map(([valid_from, value]) => IndexValue.parse({ valid_from, value })),
        },
      ]),
    ),
    types: new Map(
      chargeTypeRows.map(([code, role, first_approval = null]) => [
        code,
        { code, name: name(code), role, unit: 'C62', first_approval, tax_treatment: 'TRANSPORT' as const },
      ]),
    ),
  }
}

function versionsOf<Schema extends z.ZodType>(
  docs: Readonly<Record<string, unknown>>,
  schema: Schema,
): Map<string, Version<z.output<Schema>>[]> {
  return new Map(
    Object.entries(docs).map(([code, doc]) => [
      code,
      [{ version_id: code, valid_from: '2020-01-01', valid_to: null, doc: schema.parse(doc) }],
    ]),
  )
}

/** Facts of an order of KLANT-A with one consignment, which also has the values of goods and places. */
export function orderFacts(values: Facts['values'], more: Partial<z.input<typeof Facts>> = {}): Facts {
  const own = Object.entries(values).filter(([name]) => /^(goods|pickup|delivery|way)\./.test(name))
  return Facts.parse({
    subject: 'ORDER',
    id: 'order-1',
    company: 'KLANT-A',
    created_on: '2026-06-01',
    values: { 'order.pickup_on': '2026-06-10', 'order.is_cancelled': false, ...values },
    consignments: [{ id: 'c1', values: Object.fromEntries(own) }],
    ...more,
  })
}

const zones = {
  entries: [
    { zone: '3', country: 'BE', from: '40', to: '49' },
    { zone: '1', country: 'BE', from: '90', to: '99' },
    { zone: '2', country: 'BE' },
  ],
}
const table = {
  currency: 'EUR',
  zone_set: 'BE',
  breaks: ['0', '500', '1000', '2000', '3000'],
  rows: [{ key: ['3'], prices: ['14.20', '11.80', '9.60', '8.10', '6.20'] }],
}

/** Goods and places of walk-through 1. */
export const groupage = {
  'pickup.country': 'BE',
  'pickup.postal_code': '9000',
  'delivery.country': 'BE',
  'delivery.postal_code': '4000',
  'goods.weight_kg': '1240',
  'goods.volume_m3': '4.2',
  'goods.loading_meters': '1.2',
  'goods.pallet_spaces': '3',
}
/** Zones, table and index of walk-through 1. */
export const belgium = {
  tables: { 'BE-ZONES': table },
  zones: { BE: zones },
  indexes: { 'DIESEL-BE': { values: { '2026-06-01': '12.5' } } },
}
