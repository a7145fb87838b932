import type { Language } from '@cartage/contract/reading/languages'
import type { PaperGood } from './facts.rules.ts'
import { paperLabels } from './labels.ts'
import { numberText } from './numbers.rules.ts'

type Item = NonNullable<PaperGood['packaged_items']>[number]
type Adr = NonNullable<Item['adr']>

/** Points per kilogram or litre of the transport categories of ADR 1.1.3.6.3. Goods of category 0 are never exempt. */
const factors: Readonly<Record<1 | 2 | 3 | 4, number>> = { 1: 50, 2: 3, 3: 1, 4: 0 }
type Category = keyof typeof factors

/** Most points of an exempt load. */
const mostPoints = 1_000

/** Lithium batteries have no packing group. */
const batteries = ['3090', '3091', '3480', '3481']

/**
 * Transport category of a substance; undefined where class, packing group and classification code do not decide it, or
 * for category 0. A category written before the tunnel code takes precedence: `2 (D/E)`.
 */
export function categoryOf(adr: Adr): Category | undefined {
  const given = /^([1-4])\s*\(/.exec(adr.tunnel_code?.trim() ?? '')?.[1]
  if (given !== undefined) return Number(given) as Category
  const kind = (adr.division?.trim() || adr.adr_class?.trim()) ?? ''
  const code = adr.classification_code?.trim().toUpperCase() ?? ''
  const group = /I{1,3}$/.exec(adr.packing_group?.trim().toUpperCase() ?? '')?.[0]
  if (kind.startsWith('2')) return gasCategory(code)
  // Desensitised explosives and self-reactive substances have categories of their own.
  if (/^(D|DT|SR\d?)$/.test(code)) return undefined
  if (kind === '9' && batteries.some((number) => adr.un_number?.endsWith(number))) return 2
  return byGroup[kind]?.[group ?? '']
}

const usual: Readonly<Record<string, Category>> = { I: 1, II: 2, III: 3 }
const withoutFirst: Readonly<Record<string, Category>> = { II: 2, III: 3 }
const byGroup: Readonly<Record<string, Readonly<Record<string, Category>>>> = {
  ...{ '3': usual, '5.1': usual, '8': usual, '6.1': { I: 1, II: 2, III: 2 } },
  ...{ '4.1': withoutFirst, '4.2': withoutFirst, '9': withoutFirst },
}

function gasCategory(code: string): Category | undefined {
  const letters = /[A-Z]+$/.exec(code)?.[0]
  if (letters === undefined) return undefined
  if (letters.includes('T')) return 1
  return letters.includes('F') ? 2 : 3
}

/** Litres of liquids; for all others kilograms without packaging. */
function quantityOf({ adr, total_volume_l, total_net_weight_kg }: Item): number | undefined {
  const known = adr?.physical_state === 'LIQUID' ? total_volume_l : total_net_weight_kg
  // GOOD-9: a negative measure counts as unknown; otherwise it would reduce the points of others.
  return known == null || known < 0 ? undefined : known
}

/**
 * Quantity and points of each transport category, for a consignment of at most 1,000 points (ADR 1.1.3.6.3, 5.4.1.1.1
 * f). Empty when a value is unknown, or without dangerous goods under full rules.
 */
export function pointLines(goods: readonly PaperGood[], language: Language): string[] {
  const full = goods.filter(({ adr_type }) => adr_type !== 'LIMITED_QUANTITY')
  const items = full.flatMap((good) => (good.packaged_items ?? []).filter(({ adr }) => adr))
  const quantities = new Map<Category, number>()
  for (const item of items) {
    const [category, quantity] = [categoryOf(item.adr!), quantityOf(item)]
    if (category === undefined || quantity === undefined) return []
    quantities.set(category, (quantities.get(category) ?? 0) + quantity)
  }
  const points = [...quantities].reduce((sum, [category, quantity]) => sum + quantity * factors[category], 0)
  if (items.length === 0 || points > mostPoints) return []
  const labels = paperLabels(language)
  const text = (value: number) => numberText(value, language)
  const parts = [...quantities]
    .toSorted(([one], [other]) => one - other)
    .map(([category, quantity]) => `${labels.category} ${category}: ${text(quantity)} × ${factors[category]}`)
  return [`${labels.points}: ${parts.join(', ')} = ${text(points)}`]
}
