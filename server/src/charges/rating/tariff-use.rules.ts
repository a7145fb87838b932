import type { CardVersion, Tariff } from '../../rates/engine/tariff.rules.ts'

/** Facts that a card uses, cached because published versions never change. */
interface Use {
  readonly customFields: readonly string[]
  readonly looksAtTrips: boolean
  readonly passesCosts: boolean
}

const known = new WeakMap<CardVersion['doc'], Use>()

function useOf({ doc }: CardVersion): Use {
  const found = known.get(doc)
  if (found) return found
  const text = JSON.stringify(doc)
  const fields = [...text.matchAll(/order\.custom\.([\p{L}\d _-]{1,60})/gu)].map(([, name]) => name!.trim())
  const use: Use = {
    customFields: [...new Set(fields)],
    looksAtTrips: text.includes('trip.') || doc.lines.some(({ scope }) => scope === 'TRIP'),
    passesCosts: doc.lines.some(({ block }) => block.kind === 'PASS_THROUGH'),
  }
  known.set(doc, use)
  return use
}

const sales = ({ cards }: Tariff) => cards.filter(({ side }) => side === 'SALES')

/** Custom fields of orders named by the tenant's cards. */
export function customFieldsOf(tariff: Tariff): string[] {
  return [...new Set(sales(tariff).flatMap((card) => useOf(card).customFields))]
}

/** Whether prices of orders depend on their trips. */
export function looksAtTrips(tariff: Tariff): boolean {
  return sales(tariff).some((card) => useOf(card).looksAtTrips)
}

/** Whether prices of orders depend on costs. */
export function passesCostsThrough(tariff: Tariff): boolean {
  return sales(tariff).some((card) => useOf(card).passesCosts)
}
