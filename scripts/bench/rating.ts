import { Facts } from '@cartage/contract/rates/app/facts'
import { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { TariffTableDoc } from '@cartage/contract/rates/app/tariff-table'
import { rate } from '../../server/src/rates/engine/rate.rules.ts'
import type { ChargeType, Tariff, Version } from '../../server/src/rates/engine/tariff.rules.ts'

/** Microseconds to rate one order, without the database. */
export interface RatingFigures {
  orders: number
  median_us: number
  p99_us: number
}

const zones = 1_000
const breaks = Array.from({ length: 10 }, (_, place) => String(place * 500))

function tableOf(base: number): TariffTableDoc {
  const rows = Array.from({ length: zones }, (_, zone) => ({
    key: [`Z${zone}`],
    prices: breaks.map((_, place) => (base + (zone % 50) / 10 - place / 2).toFixed(2)),
  }))
  return TariffTableDoc.parse({ currency: 'EUR', breaks, rows })
}

const versionOf = <Doc>(doc: Doc): Version<Doc> => ({
  version_id: 'bench',
  valid_from: '2020-01-01',
  valid_to: null,
  doc,
})

/**
 * Card of 40 lines: two tables of 10,000 cells, alternatives, percentages, times, and conditions on nearly all lines.
 */
function cardDoc(): RateCardDoc {
  const line = (index: number) => {
    const when = [
      { kind: 'IN', fact: 'delivery.country', values: ['BE', 'NL', 'DE'] },
      { kind: 'BETWEEN', fact: 'goods.weight_kg', from: String(index * 10) },
    ]
    const block =
      index % 4 === 0
        ? { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'FIXED', percent: '1.5' } }
        : index % 4 === 1
          ? { kind: 'PER_UNIT', quantity: { kind: 'FACT', fact: 'goods.pallet_spaces' }, price: '2.15' }
          : { kind: 'FIXED', price: '12.50' }
    return { key: `line_${index}`, type: `TYPE${index}`, when, block }
  }
  const table = (name: string, per: string) => ({
    key: name.toLowerCase(),
    type: 'FREIGHT',
    block: {
      kind: 'TABLE',
      table: name,
      rows: ['order.custom.zone'],
      quantity: { kind: 'CHARGEABLE', m3: '333', ldm: '1850', round_up: '100' },
      per,
      lower_break: true,
    },
  })
  const lines = [table('A', '100_UNITS'), table('B', 'FLAT'), ...Array.from({ length: 38 }, (_, index) => line(index))]
  return RateCardDoc.parse({ assignments: [{ to: 'ALL' }], lines })
}

function tariff(): Tariff {
  const type = (code: string): [string, ChargeType] => {
    return [code, { code, name: code, role: 'BASE', unit: 'C62', first_approval: null, tax_treatment: 'TRANSPORT' }]
  }
  const card = { code: 'BENCH', side: 'SALES' as const, currency: 'EUR', ...versionOf(cardDoc()) }
  return {
    cards: [card],
    tables: new Map([
      ['A', [versionOf(tableOf(20))]],
      ['B', [versionOf(tableOf(300))]],
    ]),
    zones: new Map(),
    indexes: new Map(),
    types: new Map([type('FREIGHT'), ...Array.from({ length: 38 }, (_, index) => type(`TYPE${index}`))]),
  }
}

function orderOf(index: number): Facts {
  return Facts.parse({
    subject: 'ORDER',
    id: `order-${index}`,
    company: 'CUSTOMER',
    created_on: '2026-06-01',
    values: {
      'order.pickup_on': '2026-06-10',
      'order.custom.zone': `Z${(index * 7) % zones}`,
      'delivery.country': ['BE', 'NL', 'FR'][index % 3]!,
      'goods.weight_kg': String(100 + ((index * 37) % 4_000)),
      'goods.volume_m3': String((index % 40) / 10),
      'goods.loading_meters': String((index % 12) / 10),
      'goods.pallet_spaces': String(index % 30),
    },
  })
}

/** Rates orders sequentially with a card of 40 lines and two tables of 10,000 cells. */
export function rating(orders: number): RatingFigures {
  const given = tariff()
  const facts = Array.from({ length: Math.min(orders, 2_000) }, (_, index) => orderOf(index))
  for (const one of facts) rate(one, 'SALES', given)
  const times: number[] = []
  for (let index = 0; index < orders; index += 1) {
    const start = process.hrtime.bigint()
    const result = rate(facts[index % facts.length]!, 'SALES', given)
    times.push(Number(process.hrtime.bigint() - start) / 1_000)
    if (result.result !== 'COMPLETE') throw new Error(String(result.message()))
  }
  times.sort((one, other) => one - other)
  const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)]!)
  return { orders, median_us: at(0.5), p99_us: at(0.99) }
}
