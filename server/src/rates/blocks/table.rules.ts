import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { Block } from '@cartage/contract/rates/app/blocks'
import type { TariffTableDoc } from '@cartage/contract/rates/app/tariff-table'
import { Big } from 'big.js'
import { numberOf, type Scene, textOf } from '../engine/facts.rules.ts'
import { type Failed, failed, isFailed, type Outcome } from '../engine/outcome.rules.ts'
import { versionOn } from '../engine/tariff.rules.ts'
import type { PriceBracket } from './brackets.rules.ts'
import { incremental } from './incremental.rules.ts'
import { priced } from './priced.rules.ts'
import { measure } from './quantity.rules.ts'
import { stepped } from './stepped.rules.ts'

/** Rows by key, with cached brackets. */
interface Indexed {
  readonly rows: ReadonlyMap<string, readonly string[]>
  readonly brackets: Map<string, readonly PriceBracket[]>
}

/** Zone of a place in the table's zone set. Any other name, even `order.custom.zone`, refers to a fact. */
const placeZone = /^(pickup|delivery)\.zone$/

const indexed = new WeakMap<TariffTableDoc, Indexed>()

/** TABLE: row by zone or text, columns as brackets (PRICE-19). A missing row does not mean a price of zero. */
export function tableBlock(block: Extract<Block, { kind: 'TABLE' }>, scene: Scene): Outcome {
  const doc = versionOn(scene.tariff.tables.get(block.table), scene.ratedOn)?.doc
  if (!doc) return failed(() => msg`Tariff table ${block.table} has no version for ${spokenDate(scene.ratedOn)}.`)
  if (doc.currency !== scene.currency) {
    return failed(() => msg`Tariff table ${block.table} is in ${doc.currency}, the card in ${scene.currency}.`)
  }
  const key = rowKey(block.rows, doc, scene)
  if (isFailed(key)) return key
  const brackets = rowOf(doc, key)
  if (!brackets) return failed(() => msg`Tariff table ${block.table} has no row for ${key.join(', ')}.`)
  const measured = block.quantity ? measure(block.quantity, scene) : onlyColumn(block, doc)
  if (isFailed(measured)) return measured
  const { per } = block
  const price =
    block.breaks === 'STEPPED' || per === 'FLAT'
      ? stepped(brackets, measured.quantity, per, block.lower_break)
      : incremental(brackets, measured.quantity, per)
  return priced(measured, per, price)
}

function onlyColumn({ table }: Extract<Block, { kind: 'TABLE' }>, doc: TariffTableDoc) {
  if (doc.breaks.length > 1)
    return failed(() => msg`Tariff table ${table} has several columns: the line needs a quantity.`)
  return { quantity: numberOf(doc.breaks[0]!), unit: 'C62', decidedBy: null }
}

/** Texts that select the row. `delivery.zone` is the zone in the table's zone set. */
function rowKey(rows: readonly string[], doc: TariffTableDoc, scene: Scene): string[] | Failed {
  const key: string[] = []
  for (const row of rows) {
    const text = textOf(scene, placeZone.test(row) ? `${row}.${doc.zone_set ?? ''}` : row)
    if (typeof text !== 'string') return text
    key.push(text)
  }
  return key
}

/** Brackets of a row, else of the row for all others. */
function rowOf(doc: TariffTableDoc, key: readonly string[]): readonly PriceBracket[] | undefined {
  const known = indexed.get(doc) ?? index(doc)
  const candidates = key.length === 1 ? [key, ['*']] : [key, [key[0]!, '*'], ['*', key[1]!], ['*', '*']]
  const name = candidates.map((one) => JSON.stringify(one)).find((one) => known.rows.has(one))
  if (name === undefined) return undefined
  const read = known.brackets.get(name)
  if (read) return read
  const prices = known.rows.get(name)!
  const brackets = doc.breaks.map((from, place) => ({ from: numberOf(from), price: new Big(prices[place]!) }))
  known.brackets.set(name, brackets)
  return brackets
}

function index(doc: TariffTableDoc): Indexed {
  const known = { rows: new Map(doc.rows.map(({ key, prices }) => [JSON.stringify(key), prices])), brackets: new Map() }
  indexed.set(doc, known)
  return known
}
