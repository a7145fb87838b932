import { tryRates } from '@cartage/contract/rates/app/bench'
import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { listPriceIndexes } from '@cartage/contract/rates/app/indexes'
import { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { ExplainedRating } from '@cartage/contract/rates/app/rating'
import { getRateRecord, listRateRecords, type RateRecord } from '@cartage/contract/rates/app/records'
import { listSettings, type Setting } from '@cartage/contract/tenants/app/settings'
import type { Page } from './page.tsx'
import { id } from './sample.ts'

/** A rate card without versions. */
export const card: RateRecord = {
  rate_record_id: id(1),
  kind: 'RATE_CARD',
  code: 'KLANT-A',
  name: 'Groupage',
  side: 'SALES',
  currency: 'EUR',
  has_draft: false,
  versions: [],
  updated_at: '2026-11-20T08:00:00Z',
}

/** A published version of the card. */
export function versionFrom(
  valid_from: string,
  valid_to: string | null = null,
  state: 'PUBLISHED' | 'RETIRED' = 'PUBLISHED',
): RateRecord['versions'][number] {
  const rate_version_id = id(100 + Number(valid_from.slice(5, 7)))
  return { rate_version_id, state, valid_from, valid_to, sha256: 'ab'.repeat(32), published_at: '2026-01-01T08:00:00Z' }
}

/** Content of the card: freight by table, fuel by index, waiting time. */
export const cardDoc = RateCardDoc.parse({
  assignments: [{ to: 'COMPANY', code: 'KLANT-A' }],
  lines: [
    {
      key: 'freight',
      type: 'FREIGHT',
      scope: 'CONSIGNMENT',
      when: [{ kind: 'IS', fact: 'pickup.country', value: 'BE' }],
      min: '45.00',
      block: {
        kind: 'TABLE',
        table: 'BE-ZONES',
        rows: ['delivery.zone'],
        quantity: { kind: 'CHARGEABLE', m3: '333', ldm: '1850', round_up: '100' },
        per: '100_UNITS',
        lower_break: true,
      },
    },
    {
      key: 'fuel',
      type: 'FUEL',
      block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
    },
    {
      key: 'waiting',
      type: 'WAITING',
      scope: 'STOP',
      block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12.00' },
    },
  ],
})

/** An index without an end. */
export const diesel: PriceIndexRecord = {
  price_index_id: id(50),
  code: 'DIESEL-BE',
  name: 'Diesel surcharge Belgium',
  source: 'Published monthly',
  lasts_days: null,
  values: [
    { valid_from: '2026-07-01', value: '13.1' },
    { valid_from: '2026-01-01', value: '12.5' },
  ],
}

/** A price by the card, with a failed line. */
export const rating: ExplainedRating = {
  result: 'INCOMPLETE',
  message: 'Line fuel failed.',
  card: 'KLANT-A',
  version_id: 'draft',
  rated_on: '2026-11-23',
  currency: 'EUR',
  total: '186.00',
  charges: [
    {
      key: 'freight/CONSIGNMENT/consignment-1',
      line_key: 'freight',
      scope: 'CONSIGNMENT',
      scope_id: 'consignment-1',
      type: 'FREIGHT',
      role: 'BASE',
      quantity: '3000',
      unit: 'KGM',
      unit_price: '0.062',
      amount: '186.00',
      currency: 'EUR',
      approval: null,
      description: 'Freight',
    },
  ],
  cards: [
    {
      name: 'KLANT-A',
      result: 'APPLIED',
      message: 'The draft is tried.',
      facts: [],
      nearest: null,
      lines: [
        {
          name: 'fuel',
          result: 'FAILED',
          message: 'Index DIESEL-BE has no value for 23 Nov 2026.',
          facts: [],
          nearest: {
            fact: null,
            to: null,
            by: null,
            message: 'Add a value of DIESEL-BE that is valid on 23 Nov 2026.',
          },
          scope: 'ORDER',
          scope_id: 'order',
          amount: null,
          parts: [
            {
              part: 'BLOCK',
              name: 'PERCENT',
              result: 'FAILED',
              message: 'Index DIESEL-BE has no value for 23 Nov 2026.',
              facts: [{ name: 'order.pickup_on', value: '2026-11-23', source: 'consignments[0].pickup_stop.date' }],
              nearest: null,
            },
          ],
        },
      ],
    },
  ],
}

const types: Setting[] = [
  ['FREIGHT', 'Freight'],
  ['FUEL', 'Fuel surcharge'],
  ['WAITING', 'Waiting time'],
].map(([code, name], at) => ({
  setting_id: id(70 + at),
  is_archived: false,
  values: { code, name, sides: ['SALES', 'COST'] },
  created_at: '2026-01-01T08:00:00Z',
  updated_at: '2026-01-01T08:00:00Z',
}))

/** Answers everything that the rate pages load, with one card. */
export function serveRates(page: Page, record: Parameters<typeof recordWith>[0] = {}): void {
  page.server.on(listSettings, { items: types })
  page.server.on(listPriceIndexes, { items: [diesel] })
  page.server.on(listRateRecords, { items: [] })
  page.server.on(tryRates, rating)
  page.server.on(getRateRecord, recordWith(record))
}

/** A record as loaded by its page. */
export function recordWith(members: Partial<ReturnType<typeof pageOf>>): ReturnType<typeof pageOf> {
  return { ...pageOf(), ...members }
}

interface Draft {
  valid_from: string
  valid_to: string | null
  doc: Record<string, unknown>
  faults: { field: string; message: string }[]
  warnings: { field: string; message: string }[]
}

function pageOf(): RateRecord & { draft: Draft | null } {
  return { ...card, draft: null }
}

/** A draft of the card. */
export const cardDraft: Draft = { valid_from: '2026-01-01', valid_to: null, doc: cardDoc, faults: [], warnings: [] }
