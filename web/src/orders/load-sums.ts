import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { type I18n, i18n } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { type Amounts, sumOf } from '../ui/table/selection.ts'

/** Amounts of an order that selections add up. */
export function amountsOf({ load }: ListedOrder): Amounts {
  return load
}

/** Sums as text: `212 pieces · 148.2 t · 96 LDM`. Unknown ones are left out. */
export function sumsText({ pieces = 0, weight_kg = 0, loading_meters = 0 }: Amounts, labels: I18n = i18n): string {
  const number = (value: number) => labels.number(value, { maximumFractionDigits: 1 })
  return [
    pieces > 0 && plural(pieces, { one: '# piece', other: '# pieces' }),
    weight_kg > 0 && (weight_kg < 1_000 ? `${number(weight_kg)} kg` : `${number(weight_kg / 1_000)} t`),
    loading_meters > 0 && `${number(loading_meters)} LDM`,
  ]
    .filter((text) => text !== false)
    .join(' · ')
}

/** Sums of a whole list. Undefined until all rows are loaded, as in a list longer than a window. */
export function sumsOfList(
  total: number | undefined,
  rowAt: (index: number) => ListedOrder | undefined,
): Amounts | undefined {
  if (total === undefined || total > 100) return undefined
  const rows = Array.from({ length: total }, (_, at) => rowAt(at)).filter((row) => row !== undefined)
  return rows.length < total ? undefined : sumOf(rows.map(amountsOf))
}
