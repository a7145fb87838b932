import { foldText } from '@cartage/contract/reading/fold'
import type { GoodForm, Named } from '../form-model.ts'

/** Columns of the goods grid, in display order. */
const goodColumns = ['description', 'quantity', 'packaging', 'weight', 'metres', 'un', 'temperature'] as const
type GoodColumn = (typeof goodColumns)[number]

/** Column titles in shippers' sheets, in the languages of the pages. */
const headings: Readonly<Record<GoodColumn, RegExp>> = {
  description: /good|article|artikel|goederen|omschrijv|descr|waren|bezeichn|ware\b|marchand|désign|design/i,
  quantity: /quant|aantal|anzahl|menge|nombre|qty|colli|pieces|stuks|stück|pièces/i,
  packaging: /pack|verpakk|verpack|emball|soort|palette?type/i,
  weight: /weight|gewicht|poids|\bkgs?\b/i,
  metres: /ldm|loading|laadmeter|lademeter|mètres?/i,
  un: /^un\b|adr/i,
  temperature: /temp|°\s*c/i,
}

/** Cells copied from a sheet, as lines of goods. */
export interface PastedGoods {
  /** Values of each line. Members without a cell are absent. */
  readonly goods: readonly Partial<GoodForm>[]
  /** Packaging names in the cells that the tenant does not have. */
  readonly unknown: readonly string[]
}

/**
 * Parses cells into lines of goods. A header row defines the columns. Without one they follow the grid, starting at the
 * focused column.
 * @param fieldId id of the focused field, which ends in the name of its column
 * @param packaging kinds of packaging of the tenant
 */
export function pastedGoods(
  rows: readonly (readonly string[])[],
  fieldId: string,
  packaging: readonly Named[],
): PastedGoods {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const named = headingsOf(filled[0] ?? [])
  const columns = named ?? goodColumns.slice(goodColumns.indexOf(columnOf(fieldId)))
  const unknown = new Set<string>()
  const goods = filled.slice(named ? 1 : 0).map((row) => {
    const good: Partial<GoodForm> = {}
    for (const [at, column] of columns.entries()) {
      const text = row[at]?.trim() ?? ''
      if (column === undefined || text === '') continue
      if (column !== 'packaging') good[column] = text
      else good.packaging = knownPackaging(text, packaging, unknown)
    }
    return good
  })
  return { goods, unknown: [...unknown] }
}

function columnOf(fieldId: string): GoodColumn {
  return goodColumns.find((column) => fieldId.endsWith(`-${column}`)) ?? 'description'
}

/** Column of each cell of a first row. Undefined if it is not a header row. */
function headingsOf(row: readonly string[]): (GoodColumn | undefined)[] | undefined {
  if (row.some((cell) => /^\d+([.,]\d+)?$/.test(cell.trim()))) return undefined
  const found = row.map((cell) => goodColumns.find((column) => headings[column].test(cell)))
  return found.filter((column) => column !== undefined).length >= 2 ? found : undefined
}

function knownPackaging(text: string, packaging: readonly Named[], unknown: Set<string>): Named | null {
  const wanted = foldText(text)
  const found = packaging.find(
    ({ code, name }) => (code !== null && code !== undefined && foldText(code) === wanted) || foldText(name) === wanted,
  )
  if (!found) unknown.add(text)
  return found ?? null
}
