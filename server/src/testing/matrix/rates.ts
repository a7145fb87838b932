import { randomUUID } from 'node:crypto'
import { createPriceIndex } from '@cartage/contract/rates/app/indexes'
import { createRateRecord, publishRateDraft, saveRateDraft } from '@cartage/contract/rates/app/records'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's rates. */
export interface VictimRates {
  rateRecordId: string
  rateVersionId: string
  priceIndexId: string
}

const zones = (zone: string) => ({
  kind: 'ZONE_SET' as const,
  valid_from: '2026-01-01',
  doc: { entries: [{ zone, country: 'BE' }] },
})
const facts = { subject: 'ORDER', id: 'matrix', company: null, created_on: '2026-01-01', values: {} }
const rows = [
  ['', '0'],
  ['1', '10'],
]

/** Requests for the victim's rates. */
export const rateCases = {
  pathIds: {
    rate_record_id: { of: (victim: Victim) => victim.rates.rateRecordId },
    rate_version_id: { of: (victim: Victim) => victim.rates.rateVersionId },
    price_index_id: { of: (victim: Victim) => victim.rates.priceIndexId },
  },
  plainQuery: ['kind', 'explain'],
  bodies: {
    createRateRecord: [() => ({ kind: 'ZONE_SET', code: `M${randomUUID()}`, name: 'mine' })],
    saveRateDraft: [() => zones('matrix')],
    createPriceIndex: [() => ({ code: `M${randomUUID()}`, name: 'mine' })],
    changePriceIndex: [() => ({ name: 'matrix' })],
    addIndexValues: [() => ({ values: [{ valid_from: '2026-01-01', value: '1' }] })],
    tryRates: [
      () => ({ side: 'SALES', facts }),
      (_: string, { rates }: Victim) => ({ side: 'SALES', facts, rate_record_id: rates.rateRecordId }),
    ],
    replayRateCard: [() => ({ from: '2026-01-01', to: '2026-01-31' })],
    readTariffTable: [
      () => ({ shape: 'MATRIX', decimal_separator: 'POINT', currency: 'EUR', rows }),
      (_: string, { rates }: Victim) => ({
        ...{ shape: 'MATRIX', decimal_separator: 'POINT', currency: 'EUR', rows },
        rate_record_id: rates.rateRecordId,
      }),
    ],
  },
}

/** A zone set with a version and a draft, and an index, with `word` in every text. */
export async function createVictimRates(tenant: TestTenant, word: string): Promise<VictimRates> {
  const user = await tenant.user('ACCOUNTANT')
  const code = word.slice(0, 60)
  const { rate_record_id } = await user(createRateRecord, { body: { kind: 'ZONE_SET', code, name: word } })
  const params = { rate_record_id }
  await user(saveRateDraft, { params, body: zones(code) })
  const { versions } = await user(publishRateDraft, { params, body: undefined })
  await user(saveRateDraft, { params, body: { ...zones(code), valid_from: '2027-01-01' } })
  const index = await user(createPriceIndex, { body: { code, name: word, source: word } })
  return {
    rateRecordId: rate_record_id,
    rateVersionId: versions[0]!.rate_version_id,
    priceIndexId: index.price_index_id,
  }
}
