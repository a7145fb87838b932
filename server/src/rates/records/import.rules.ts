import { msg, type Sentence } from '@cartage/contract/message'
import type { TariffTableDoc } from '@cartage/contract/rates/app/tariff-table'
import { Big } from 'big.js'
import { numberOf } from '../engine/facts.rules.ts'

/** Rows of a file as text, with their format. */
export interface TableRows {
  readonly shape: 'MATRIX' | 'LIST'
  readonly decimal_separator: 'POINT' | 'COMMA'
  readonly currency: string
  readonly zone_set?: string | undefined
  readonly rows: readonly (readonly string[])[]
}

interface Remark {
  readonly row: number
  readonly message: Sentence
}

/** The table, or the errors to correct in the file. */
export interface ReadTable {
  readonly doc: TariffTableDoc | null
  readonly faults: Remark[]
  readonly warnings: Remark[]
}

const mostRemarks = 100
/** Price changes beyond this are reported. */
const largestMove = new Big('0.25')

/**
 * Reads a tariff table (PRICE-24): quantities must rise, cells must be neither empty nor duplicate, decimals must have
 * one format. Reports prices that changed by more than 25 % since the previous version.
 */
export function readTable(given: TableRows, previous: TariffTableDoc | undefined): ReadTable {
  const faults: Remark[] = []
  const cells = given.shape === 'MATRIX' ? matrixCells(given, faults) : listCells(given, faults)
  const doc = faults.length === 0 ? tableOf(cells, given, faults) : null
  const warnings = doc && previous ? moved(doc, previous, cells) : []
  return {
    doc: faults.length === 0 ? doc : null,
    faults: faults.slice(0, mostRemarks),
    warnings: warnings.slice(0, mostRemarks),
  }
}

interface Cell {
  readonly row: number
  readonly zone: string
  readonly from: string
  readonly price: string
}

function decimalCell(text: string, given: TableRows, row: number, faults: Remark[]): string | undefined {
  const bare = text.replace(/[\s\u00a0\u202f€]/g, '')
  const plain =
    given.decimal_separator === 'COMMA'
      ? bare.replace(/\.(?=\d{3}(\D|$))/g, '').replace(',', '.')
      : bare.replace(/,(?=\d{3}(\D|$))/g, '')
  if (/^\d{1,12}(\.\d{1,9})?$/.test(plain)) return new Big(plain).toFixed()
  const message =
    text.trim() === ''
      ? msg`A cell is empty: every zone needs a price for every quantity.`
      : msg`${text.slice(0, 40)} is not a number with a decimal ${given.decimal_separator.toLowerCase()}.`
  faults.push({ row, message })
  return undefined
}

function matrixCells(given: TableRows, faults: Remark[]): Cell[] {
  const [head = [], ...body] = given.rows
  const breaks = head.slice(1).map((text) => decimalCell(text, given, 1, faults))
  return body.flatMap((cells, index) => {
    const row = index + 2
    const zone = cells[0]?.trim() ?? ''
    if (zone === '') faults.push({ row, message: 'The first cell has no zone.' })
    if (cells.length > head.length)
      faults.push({ row, message: 'The row has more cells than the first row has quantities.' })
    return breaks.flatMap((from, place) => {
      const price = decimalCell(cells[place + 1] ?? '', given, row, faults)
      return from === undefined || price === undefined || zone === '' ? [] : [{ row, zone, from, price }]
    })
  })
}

function listCells(given: TableRows, faults: Remark[]): Cell[] {
  return given.rows.slice(1).flatMap((cells, index) => {
    const row = index + 2
    const zone = cells[0]?.trim() ?? ''
    if (zone === '') faults.push({ row, message: 'The first cell has no zone.' })
    const from = decimalCell(cells[1] ?? '', given, row, faults)
    const price = decimalCell(cells[2] ?? '', given, row, faults)
    return from === undefined || price === undefined || zone === '' ? [] : [{ row, zone, from, price }]
  })
}

function tableOf(cells: readonly Cell[], given: TableRows, faults: Remark[]): TariffTableDoc | null {
  const breaks = [...new Set(cells.map(({ from }) => from))]
  const sorted = breaks.toSorted((one, other) => numberOf(one).cmp(numberOf(other)))
  if (given.shape === 'MATRIX' && sorted.some((value, place) => value !== breaks[place])) {
    faults.push({ row: 1, message: 'The quantities of the first row must rise.' })
  }
  const zones = new Map<string, Map<string, string>>()
  for (const { row, zone, from, price } of cells) {
    const prices = zones.get(zone) ?? new Map<string, string>()
    if (prices.has(from)) faults.push({ row, message: msg`Zone ${zone} has two prices from ${from}.` })
    zones.set(zone, prices.set(from, price))
  }
  for (const [zone, prices] of zones) {
    const hole = sorted.find((from) => !prices.has(from))
    const row = cells.find((cell) => cell.zone === zone)!.row
    if (hole !== undefined) faults.push({ row, message: msg`Zone ${zone} has no price from ${hole}.` })
  }
  if (faults.length > 0 || cells.length === 0) return null
  const rows = [...zones].map(([zone, prices]) => ({ key: [zone], prices: sorted.map((from) => prices.get(from)!) }))
  const { currency, zone_set } = given
  return zone_set === undefined ? { currency, breaks: sorted, rows } : { currency, zone_set, breaks: sorted, rows }
}

function moved(doc: TariffTableDoc, previous: TariffTableDoc, cells: readonly Cell[]): Remark[] {
  const before = new Map(previous.rows.map(({ key, prices }) => [JSON.stringify(key), prices]))
  return cells.flatMap(({ row, zone, from, price }) => {
    const place = previous.breaks.findIndex((value) => numberOf(value).eq(numberOf(from)))
    const old = before.get(JSON.stringify([zone]))?.[place]
    if (old === undefined || doc.currency !== previous.currency) return []
    const move = numberOf(price).minus(numberOf(old)).abs()
    if (move.lte(numberOf(old).times(largestMove))) return []
    return [{ row, message: msg`Zone ${zone} from ${from}: the price goes from ${old} to ${price}.` }]
  })
}
