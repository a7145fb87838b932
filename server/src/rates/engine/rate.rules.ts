import { msg, type Sentence } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { Facts } from '@cartage/contract/rates/app/facts'
import type { RatedCharge } from '@cartage/contract/rates/app/rating'
import type { Big } from 'big.js'
import { roundToCurrency } from '../../books/money.rules.ts'
import { calculateBlock } from '../blocks/calculate.rules.ts'
import { flat } from '../blocks/priced.rules.ts'
import { type Candidate, chooseCard, tryAll } from './choose.rules.ts'
import { notTried } from './conditions.rules.ts'
import { nothing, type Scene } from './facts.rules.ts'
import { cancelFault, chargeOf, type LineOutcome, limited, lineSentence, type Slot, slotsOf } from './lines.rules.ts'
import { type Failed, failed, isFailed, type Outcome } from './outcome.rules.ts'
import { type CardVersion, type Tariff, versionOn } from './tariff.rules.ts'

/** A price, or why there is none. */
export interface Rating {
  readonly result: 'COMPLETE' | 'INCOMPLETE' | 'NO_CARD'
  readonly message: () => Sentence
  readonly card: CardVersion | null
  readonly ratedOn: string | null
  readonly candidates: readonly Candidate[]
  readonly lines: readonly LineOutcome[]
  readonly charges: readonly RatedCharge[]
  readonly total: Big
}

/** A shipment's share of GROUP line amounts for this order, by line key. */
export type Shares = ReadonlyMap<string, Big>

/** Chooses a card and rates. A pure function of facts and tariff (PRICE-3). */
export function rate(facts: Facts, side: 'SALES' | 'COST', tariff: Tariff, shares?: Shares): Rating {
  const choice = chooseCard(facts, side, tariff)
  const { chosen, candidates, message } = choice
  if (chosen) return { ...rateWith(facts, chosen.card, chosen.ratedOn, tariff, shares), candidates }
  const isUndecided = candidates.some(({ result }) => result === 'FAILED')
  const result = isUndecided ? 'INCOMPLETE' : 'NO_CARD'
  return { result, message, card: null, ratedOn: null, candidates, lines: [], charges: [], total: nothing }
}

/** Rates with a card version, published or not. */
export function rateWith(facts: Facts, card: CardVersion, ratedOn: string, tariff: Tariff, shares?: Shares): Rating {
  const lines = outcomesOf(facts, card, ratedOn, tariff, shares)
  const charges = lines.flatMap(({ charge }) => charge ?? [])
  const total = lines.reduce((sum, { amount }) => (amount ? sum.plus(amount) : sum), nothing)
  const missing = incompleteBecause(facts, lines)
  return {
    result: missing ? 'INCOMPLETE' : 'COMPLETE',
    message: missing ?? (() => msg`Card ${card.code}, valid from ${spokenDate(card.valid_from)}, is used.`),
    card,
    ratedOn,
    candidates: [],
    lines,
    charges,
    total,
  }
}

/** Why a price is incomplete (PRICE-4): a failed line, or no base line although the card has some. */
function incompleteBecause(facts: Facts, lines: readonly LineOutcome[]): (() => Sentence) | undefined {
  const broken = lines.find(({ result }) => result === 'FAILED')
  if (broken) return () => msg`Line ${broken.line.key}: ${broken.message()}`
  if (facts.values['order.is_cancelled'] === true || lines.some(({ charge }) => charge?.role === 'BASE'))
    return undefined
  return lines.some(({ charge }) => charge !== null) && facts.subject === 'TRIP'
    ? undefined
    : () => 'No base line of the card applies, so there is no price.'
}

/** State of a slot before its amount is calculated. */
type Decided = Pick<LineOutcome, 'conditions' | 'result' | 'message'>

/** State of one rating. Amounts are calculated once, when the line or a percentage of it needs them. */
interface Run {
  readonly facts: Facts
  readonly tariff: Tariff
  readonly ratedOn: string
  readonly currency: string
  readonly shares: Shares | undefined
  readonly slots: readonly Slot[]
  readonly decided: readonly Decided[]
  readonly done: (LineOutcome | undefined)[]
  readonly running: Set<number>
}

function outcomesOf(facts: Facts, card: CardVersion, ratedOn: string, tariff: Tariff, shares?: Shares): LineOutcome[] {
  const slots: Slot[] = []
  for (const line of card.doc.lines) slots.push(...slotsOf(card, line, facts, false))
  for (const code of card.doc.includes) slots.push(...includedSlots(code, card, ratedOn, tariff, facts))
  const { currency } = card
  const decided = decide(slots, facts, ratedOn, tariff, currency)
  const done = new Array<LineOutcome | undefined>(slots.length)
  const run: Run = { facts, tariff, ratedOn, currency, shares, slots, decided, done, running: new Set() }
  return slots.map((_, place) => finish(run, place))
}

/** Lines of a card included by name, in its version of the day. A missing card is a failure, not zero. */
function includedSlots(code: string, card: CardVersion, ratedOn: string, tariff: Tariff, facts: Facts): Slot[] {
  const versions = tariff.cards.filter(
    (one) => one.code === code && one.side === card.side && one.currency === card.currency,
  )
  const included = versionOn(versions, ratedOn) as CardVersion | undefined
  if (included) return included.doc.lines.flatMap((line) => slotsOf(included, line, facts, true))
  const line = { key: 'include', type: code, scope: 'ORDER' as const, when: [], on_cancel: false }
  const block = { kind: 'FORMULA' as const, formula: `included card ${code}` }
  return [{ card, line: { ...line, block }, thing: null, scopeId: facts.id, key: `${code}:include/ORDER/${facts.id}` }]
}

/**
 * Selects the applicable lines. Lines of one group are alternatives: the first whose conditions hold (PRICE-8). If one
 * is undecidable, later ones are not tried.
 */
function decide(slots: readonly Slot[], facts: Facts, ratedOn: string, tariff: Tariff, currency: string): Decided[] {
  const isCancelled = facts.values['order.is_cancelled'] === true
  const taken = new Map<string, string>()
  return slots.map(({ card, line, thing, scopeId }): Decided => {
    const untried = (result: 'SKIPPED' | 'NOT_TRIED', message: Sentence): Decided => {
      return { conditions: line.when.map(notTried), result, message: () => message }
    }
    const cancelled = cancelFault(line, isCancelled)
    if (cancelled) return untried('SKIPPED', cancelled)
    const group = line.group === undefined ? undefined : `${card.code}/${line.group}/${scopeId}`
    const winner = group === undefined ? undefined : taken.get(group)
    if (winner !== undefined) return untried('NOT_TRIED', msg`Line ${winner} of the same group comes before it.`)
    const scene: Scene = { facts, tariff, scope: line.scope, thing, currency, ratedOn, sumOf: noSum }
    const conditions = tryAll(line.when, scene)
    const stopped = conditions.find(({ result }) => result !== 'APPLIED')
    if (group !== undefined && stopped?.result !== 'SKIPPED') taken.set(group, line.key)
    return stopped
      ? { conditions, result: stopped.result, message: stopped.message }
      : { conditions, result: 'APPLIED', message: applies }
  })
}

const applies = () => 'The line applies.'
const noSum = () => null

/**
 * Calculates an applicable line. A percentage first calculates the lines it is based on, wherever they are in the card.
 */
function finish(run: Run, place: number): LineOutcome {
  const known = run.done[place]
  if (known) return known
  const slot = run.slots[place]!
  const decided = run.decided[place]!
  const finished =
    decided.result === 'APPLIED' ? calculated(run, place, slot, decided) : { ...slot, ...decided, ...without }
  run.done[place] = finished
  return finished
}

const without = { outcome: null, charge: null, amount: null }

function calculated(run: Run, place: number, slot: Slot, decided: Decided): LineOutcome {
  const { facts, tariff, currency, ratedOn } = run
  const { line } = slot
  run.running.add(place)
  const sumOf = (types: readonly string[]) => sumFor(run, slot, types)
  const scene: Scene = { facts, tariff, scope: line.scope, thing: slot.thing, currency, ratedOn, sumOf }
  const share = line.scope === 'GROUP' ? run.shares?.get(line.key) : undefined
  const outcome = share ? flat(share, () => 'The share of a shipment of several orders.') : blockOutcome(slot, scene)
  run.running.delete(place)
  if (outcome.result !== 'APPLIED')
    return { ...slot, ...decided, ...without, outcome, result: outcome.result, message: outcome.message }
  const amount = share ? roundToCurrency(share, currency) : limited(line, outcome.amount, currency)
  const message = () => lineSentence(line, outcome.amount, amount, currency)
  return { ...slot, ...decided, outcome, message, amount, charge: chargeOf(slot, outcome, amount, scene) }
}

function blockOutcome({ line, card, key }: Slot, scene: Scene): Outcome {
  if (key.includes(':include/'))
    return failed(
      () => msg`Card ${line.type}, which ${card.code} includes, has no version for ${spokenDate(scene.ratedOn)}.`,
    )
  if (!scene.tariff.types.has(line.type)) return failed(() => msg`There is no charge type ${line.type}.`)
  return calculateBlock(line.block, scene)
}

/** Rounded sum of charges of the named types in the scope of a line; null if none applies. */
function sumFor(run: Run, slot: Slot, types: readonly string[]): Big | null | Failed {
  let sum: Big | null = null
  for (let place = 0; place < run.slots.length; place += 1) {
    const other = run.slots[place]!
    if (!types.includes(other.line.type) || other === slot || !covers(slot, other)) continue
    if (run.running.has(place))
      return failed(() => msg`Lines ${slot.line.key} and ${other.line.key} are percentages of each other.`)
    const { result, amount } = finish(run, place)
    if (result === 'FAILED') return failed(() => msg`Line ${other.line.key} has no amount, so the percentage has none.`)
    if (amount) sum = sum === null ? amount : sum.plus(amount)
  }
  return sum !== null && isFailed(sum) ? null : sum
}

/**
 * Whether a charge is in the scope of a line: an order includes all its charges, a consignment or stop only its own.
 */
function covers(slot: Slot, other: Slot): boolean {
  if (slot.line.scope === 'ORDER' || slot.thing === null) return true
  return slot.line.scope === other.line.scope && slot.scopeId === other.scopeId
}
