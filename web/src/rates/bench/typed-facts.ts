import {
  type Fact,
  type FactLevel,
  type Facts,
  type FactValue,
  factOf,
  factTable,
} from '@cartage/contract/rates/app/facts'
import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { isDay } from '../../ui/time/day-input.ts'
import { exact } from '../form/contract-fields.ts'

/** Values as typed, with the user's decimal mark. */
export type TypedValues = Readonly<Record<string, FactValue>>

/** Lists of the levels that have items of their own. */
export const thingLists = { CONSIGNMENT: 'consignments', STOP: 'stops', TRIP: 'trips' } as const satisfies Partial<
  Record<FactLevel, keyof Facts>
>

/** Fact for each measure of goods, by its unit in the ratio of a chargeable weight. */
const measures = { m3: 'goods.volume_m3', ldm: 'goods.loading_meters', pallet: 'goods.pallet_spaces' } as const

/** Facts that a card uses, which the bench shows first. */
export function factsNamedIn(doc: Pick<RateCardDoc, 'lines' | 'when' | 'date_of'>): string[] {
  const found = new Set<string>([
    { PICKUP: 'order.pickup_on', DELIVERY: 'order.delivery_on', ORDERED: '' }[doc.date_of],
  ])
  collect([doc.when, doc.lines], found)
  const order = new Map(factTable.map(({ name }, at) => [name, at]))
  const place = (name: string) => order.get(factOf(name)?.name ?? '') ?? 0
  return [...found].filter((name) => factOf(name) !== undefined).toSorted((one, other) => place(one) - place(other))
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') collectNames(value, found)
  if (value === null || typeof value !== 'object') return
  if ('kind' in value && value.kind === 'CHARGEABLE') {
    found.add('goods.weight_kg')
    for (const [ratio, name] of Object.entries(measures)) if (ratio in value) found.add(name)
  }
  for (const member of Object.values(value)) collect(member, found)
}

/** Collects fact names in a text: the text itself, or those in a formula. A zone needs country and postal code. */
function collectNames(text: string, found: Set<string>): void {
  for (const [name] of text.matchAll(/\b[a-z]+\.[a-z_]+(?:\.[\w-]+)?/g)) {
    const place = /^(pickup|delivery)\.zone\b/.exec(name)?.[1]
    if (place) found.add(`${place}.country`).add(`${place}.postal_code`)
    else if (factOf(name) !== undefined) found.add(name)
  }
}

/** Visible facts of a level: those used by a card, and those with a value. */
export function shownFacts(level: FactLevel, named: readonly string[], values: TypedValues): string[] {
  const names = new Set([...named, ...Object.keys(values)])
  return [...names].filter((name) => factOf(name)?.level === level)
}

/** Facts of a level that can be added. */
export function addableFacts(level: FactLevel, shown: readonly string[]): Fact[] {
  return factTable.filter((one) => one.level === level && !shown.includes(one.name))
}

/** Facts in request format: empty values are unknown, decimals are exact, the whole has totals. */
export function factsToSend(facts: Facts, language: string): Facts {
  const read = (values: TypedValues) => readValues(values, language)
  const things = (all: Facts['stops']) => all.map((one) => ({ ...one, values: read(one.values) }))
  const [consignments, trips] = [things(facts.consignments), things(facts.trips)]
  return {
    ...facts,
    values: { ...totalsOf(consignments), ...totalsOf(trips), ...read(facts.values) },
    consignments,
    stops: things(facts.stops),
    trips,
    costs: facts.costs
      .filter(({ type, amount }) => type !== '' && amount !== '')
      .map((cost) => ({ ...cost, amount: exact(cost.amount, language) })),
  }
}

/**
 * Facts of the whole for lines charged per order: sums of measures, and texts that are the same everywhere. Of places,
 * the first pickup and the last delivery. A fact missing from one consignment is unknown for the whole.
 */
export function totalsOf(things: Facts['consignments']): Record<string, FactValue> {
  const names = new Set(things.flatMap(({ values }) => Object.keys(values)))
  const entries = [...names].flatMap((name): [string, FactValue][] => {
    const all = things.map(({ values }) => values[name])
    const [first, last] = [all[0], all.at(-1)]
    if (factOf(name)?.type === 'decimal') {
      const texts = all.filter((one) => typeof one === 'string')
      return texts.length === all.length ? [[name, sumOf(texts)]] : []
    }
    const value = name.startsWith('pickup.') ? first : name.startsWith('delivery.') ? last : first
    const isOne = /^(pickup|delivery)\./.test(name) || all.every((one) => String(one) === String(first))
    return value !== undefined && isOne ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

const decimals = 9

/** Exact sum of decimals. An invalid text is passed on for the server to refuse. */
function sumOf(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!
  let sum = 0n
  for (const text of texts) {
    const parts = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(text)
    if (!parts) return text
    const units = BigInt(`${parts[2]}${(parts[3] ?? '').padEnd(decimals, '0')}`)
    sum += parts[1] === '-' ? -units : units
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
  return sum < 0n ? `-${text}` : text
}

function readValues(values: TypedValues, language: string): Record<string, FactValue> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, FactValue][] => {
    const fact = factOf(name)
    if (fact === undefined || value === '') return []
    if (fact.type === 'date' && typeof value === 'string' && !isDay(value)) return []
    if (fact.type === 'decimal' && typeof value === 'string') return [[name, exact(value, language)]]
    if (Array.isArray(value)) return [[name, value.map((one) => one.trim()).filter((one) => one !== '')]]
    return [[name, value]]
  })
  return Object.fromEntries(entries)
}
