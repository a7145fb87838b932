import { Amount } from '@cartage/contract/rates/app/decimal'
import { TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import { exact, faultsOf, written } from '../form/contract-fields.ts'

/** Rows of cells as typed. */
export type Cells = readonly (readonly string[])[]

/** Result of parsing a grid: the document, or errors by row and column of the grid. */
export interface ReadCells<Doc> {
  doc: Doc | undefined
  faults: ReadonlyMap<string, string>
  /** Error of the table as a whole. */
  general: string | undefined
}

/** Key of a cell for its error. */
export function cellKey(row: number, column: number): string {
  return `${row}:${column}`
}

/** A table as cells: quantities in the first row, zones in the first columns. */
export function cellsOfTable({ breaks, rows }: TariffTableDoc, language: string): Cells {
  const keys = keysOf({ rows })
  const head = [...Array.from({ length: keys }, () => ''), ...breaks.map((text) => written(text, language))]
  return [head, ...rows.map(({ key, prices }) => [...key, ...prices.map((text) => written(text, language))])]
}

/** Number of columns that identify the row. */
export function keysOf({ rows }: Pick<TariffTableDoc, 'rows'>): 1 | 2 {
  return rows[0]?.key.length === 2 ? 2 : 1
}

/** Parses a table from its cells. Empty rows are skipped. */
export function readTable(
  cells: Cells,
  facts: { keys: number; currency: string; zone_set: string | undefined },
  language: string,
): ReadCells<TariffTableDoc> {
  const { keys, currency, zone_set } = facts
  const faults = new Map<string, string>()
  const amount = (text: string, row: number, column: number) => {
    const value = exact(text, language)
    const read = Amount.safeParse(value)
    if (!read.success) faults.set(cellKey(row, column), read.error.issues[0]!.message)
    return value
  }
  const [head = [], ...body] = cells
  const breaks = head.slice(keys).map((text, at) => amount(text, 0, at + keys))
  const places: number[] = []
  const rows = body.flatMap((row, at) => {
    if (isEmpty(row)) return []
    places.push(at + 1)
    const prices = breaks.map((_, column) => amount(row[column + keys] ?? '', at + 1, column + keys))
    return [{ key: row.slice(0, keys).map((text) => text.trim()), prices }]
  })
  const given = { currency, ...(zone_set !== undefined && { zone_set }), breaks, rows }
  const general = placeFaults(faultsOf(TariffTableDoc, given), faults, (path) => tablePlace(path, places, keys))
  if (faults.size > 0 || general !== undefined) return { doc: undefined, faults, general }
  return { doc: TariffTableDoc.parse(given), faults, general: undefined }
}

/** Cell key for the path of a member: `rows.3.prices.2`, `breaks.1`. */
function tablePlace(path: string, places: readonly number[], keys: number): string | undefined {
  const [list, at, member, column] = path.split('.')
  if (list === 'breaks') return cellKey(0, at === undefined ? keys : Number(at) + keys)
  if (list !== 'rows' || at === undefined) return undefined
  const row = places[Number(at)]
  return row === undefined
    ? undefined
    : cellKey(row, member === 'prices' ? Number(column ?? 0) + keys : Number(column ?? 0))
}

const zoneColumns = ['zone', 'country', 'from', 'to'] as const

/** Zones as cells: zone, country, first and last postal code prefix. */
export function cellsOfZones({ entries }: ZoneSetDoc): Cells {
  return entries.map((entry) => zoneColumns.map((name) => entry[name] ?? ''))
}

/** Parses zones from their cells. */
export function readZones(cells: Cells): ReadCells<ZoneSetDoc> {
  const faults = new Map<string, string>()
  const places: number[] = []
  const entries = cells.flatMap((row, at) => {
    if (isEmpty(row)) return []
    places.push(at)
    const [zone = '', country = '', from = '', to = ''] = row.map((text) => text.trim())
    return [{ zone, country: country.toUpperCase(), ...(from !== '' && { from }), ...(to !== '' && { to }) }]
  })
  const general = placeFaults(faultsOf(ZoneSetDoc, { entries }), faults, (path) => {
    const [, at, member] = path.split('.')
    const row = at === undefined ? undefined : places[Number(at)]
    const column = zoneColumns.indexOf(member as (typeof zoneColumns)[number])
    return row === undefined ? undefined : cellKey(row, Math.max(0, column))
  })
  if (faults.size > 0 || general !== undefined) return { doc: undefined, faults, general }
  return { doc: ZoneSetDoc.parse({ entries }), faults, general: undefined }
}

/** Assigns errors to their cells and returns the one that belongs to none. */
function placeFaults(
  found: Readonly<Record<string, string>>,
  faults: Map<string, string>,
  placeOf: (path: string) => string | undefined,
): string | undefined {
  let general: string | undefined
  for (const [path, message] of Object.entries(found)) {
    const place = placeOf(path)
    if (place === undefined) general ??= message
    else if (!faults.has(place)) faults.set(place, message)
  }
  return general
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((text) => text.trim() === '')
}

/** Pastes cells at a position. The grid grows if needed. */
export function pasted(cells: Cells, row: number, column: number, given: Cells, canWiden: boolean): Cells {
  const width = Math.max(
    cells[0]?.length ?? 0,
    canWiden ? column + Math.max(0, ...given.map((line) => line.length)) : 0,
  )
  const height = Math.max(cells.length, row + given.length)
  return Array.from({ length: height }, (_, at) =>
    Array.from({ length: width }, (_, place) => given[at - row]?.[place - column] ?? cells[at]?.[place] ?? ''),
  )
}
