import { type TunnelCategory, tunnelCategories, tunnelCategoryOf } from '../positions/roads/vehicle.rules.ts'
import type { StoredGood } from './content.rules.ts'

/** Whether goods are dangerous, and their tunnel restriction; undefined where unknown. */
export interface Danger {
  is_dangerous: boolean
  tunnel: TunnelCategory | undefined
}

/** Dangerous goods and the strictest tunnel code of a load. */
export function dangerOf(goods: readonly StoredGood[]): Danger {
  const dangerous = goods.filter(isDangerous)
  const items = dangerous.flatMap(({ packaged_items }) => packaged_items ?? [])
  return {
    is_dangerous: dangerous.length > 0,
    tunnel: strictest(items.map((item) => tunnelCategoryOf(item.adr?.tunnel_code))),
  }
}

/** The same for several loads together. */
export function dangerOfAll(parts: readonly { is_dangerous: boolean; tunnel?: TunnelCategory | undefined }[]): Danger {
  const dangerous = parts.filter(({ is_dangerous }) => is_dangerous)
  return { is_dangerous: dangerous.length > 0, tunnel: strictest(dangerous.map(({ tunnel }) => tunnel)) }
}

function strictest(categories: readonly (TunnelCategory | undefined)[]): TunnelCategory | undefined {
  return tunnelCategories.find((category) => categories.includes(category))
}

/** Limited quantities need neither papers nor plates (ADR 3.4). */
function isDangerous(good: StoredGood): boolean {
  if (good.adr_type !== undefined) return good.adr_type === 'ADR'
  return good.packaged_items?.some(({ adr }) => adr !== undefined) ?? false
}
