import type { Sentence } from '@cartage/contract/message'
import type { Condition } from '@cartage/contract/rates/app/conditions'
import type { Facts } from '@cartage/contract/rates/app/facts'
import { type FactValue, factOf } from '@cartage/contract/rates/app/facts'
import type { Quantity } from '@cartage/contract/rates/app/quantities'
import type { RateLine } from '@cartage/contract/rates/app/rate-card'
import type { RatedCharge } from '@cartage/contract/rates/app/rating'
import { amountText } from '../../books/money.rules.ts'
import { readFormula } from '../formulas/formula.rules.ts'
import type { ConditionOutcome } from './conditions.rules.ts'
import { factValue, type Scene } from './facts.rules.ts'
import type { LineOutcome } from './lines.rules.ts'
import type { Nearest } from './outcome.rules.ts'
import type { Rating } from './rate.rules.ts'
import type { Tariff } from './tariff.rules.ts'

/** A fact that was used, with its source. */
export interface UsedFact {
  readonly name: string
  readonly value?: FactValue
  readonly source: string
}

interface Node {
  readonly name: string
  readonly result: 'APPLIED' | 'SKIPPED' | 'FAILED' | 'NOT_TRIED'
  readonly message: Sentence
  readonly facts: UsedFact[]
  readonly nearest: Nearest | null
}

interface ExplainedLine extends Node {
  readonly scope: RateLine['scope']
  readonly scope_id: string
  readonly amount: string | null
  readonly parts: (Node & { part: 'CONDITION' | 'BLOCK' })[]
}

/** The contract's ExplainedRating, with sentences not yet translated. */
export interface Explained {
  readonly result: Rating['result']
  readonly message: Sentence
  readonly card: string | null
  readonly version_id: string | null
  readonly rated_on: string | null
  readonly currency: string | null
  readonly total: string | null
  readonly charges: RatedCharge[]
  readonly cards: (Node & { lines: ExplainedLine[] })[]
}

/**
 * Explanation tree of a rating: card, line, condition, block, each with a sentence, facts used and the nearest change.
 */
export function explain(rating: Rating, facts: Facts, tariff: Tariff): Explained {
  const { card, ratedOn } = rating
  const lines = rating.lines.map((line) => explainedLine(line, sceneOf(line, rating, facts, tariff), facts))
  const looked = rating.candidates.map(({ card: candidate, result, conditions, message }) => ({
    name: candidate.code,
    result,
    message: message(),
    facts: usedBy(
      conditions.map(({ condition }) => condition),
      sceneOf(null, rating, facts, tariff),
      facts,
    ),
    nearest: firstNearest(conditions),
    lines: candidate.version_id === card?.version_id ? lines : [],
  }))
  const tried = card && looked.length === 0 ? [{ ...nodeOf(card.code, rating.message()), lines }] : []
  return {
    result: rating.result,
    message: rating.message(),
    card: card?.code ?? null,
    version_id: card?.version_id ?? null,
    rated_on: ratedOn,
    currency: card?.currency ?? null,
    total: card ? amountText(rating.total, card.currency) : null,
    charges: [...rating.charges],
    cards: [...looked, ...tried],
  }
}

function nodeOf(name: string, message: Sentence): Node {
  return { name, result: 'APPLIED', message, facts: [], nearest: null }
}

function sceneOf(line: LineOutcome | null, rating: Rating, facts: Facts, tariff: Tariff): Scene {
  return {
    facts,
    tariff,
    scope: line?.line.scope ?? 'ORDER',
    thing: line?.thing ?? null,
    currency: rating.card?.currency ?? 'EUR',
    ratedOn: rating.ratedOn ?? facts.created_on,
    sumOf: () => null,
  }
}

function explainedLine(line: LineOutcome, scene: Scene, facts: Facts): ExplainedLine {
  const conditions = line.conditions.map((outcome) => ({
    ...explainedCondition(outcome, scene, facts),
    part: 'CONDITION' as const,
  }))
  const isTried = line.outcome !== null
  const block = {
    part: 'BLOCK' as const,
    name: line.line.block.kind,
    result: line.outcome?.result ?? ('NOT_TRIED' as const),
    message: line.outcome?.message() ?? 'The line does not apply.',
    facts: isTried ? used(factsOfBlock(line.line), scene, facts) : [],
    nearest: line.outcome && line.outcome.result !== 'APPLIED' ? (line.outcome.nearest?.() ?? null) : null,
  }
  const parts = [...conditions, block]
  const failing = parts.find(({ result }) => result === 'FAILED' || result === 'SKIPPED')
  return {
    name: line.line.key,
    result: line.result,
    message: line.message(),
    facts: failing ? failing.facts : dedupe(parts.flatMap((part) => part.facts)),
    nearest: failing?.nearest ?? null,
    scope: line.line.scope,
    scope_id: line.scopeId,
    amount: line.charge?.amount ?? null,
    parts,
  }
}

function explainedCondition(outcome: ConditionOutcome, scene: Scene, facts: Facts): Node {
  return {
    name: outcome.condition.kind,
    result: outcome.result,
    message: outcome.message(),
    facts: outcome.result === 'NOT_TRIED' ? [] : usedBy([outcome.condition], scene, facts),
    nearest: outcome.result === 'NOT_TRIED' ? null : outcome.nearest(),
  }
}

function firstNearest(conditions: readonly ConditionOutcome[]): Nearest | null {
  const stopped = conditions.find(({ result }) => result === 'SKIPPED' || result === 'FAILED')
  return stopped?.nearest() ?? null
}

function usedBy(conditions: readonly Condition[], scene: Scene, facts: Facts): UsedFact[] {
  const names = conditions.flatMap((condition) =>
    condition.kind === 'FORMULA' ? factsOfFormula(condition.formula) : [condition.fact],
  )
  return used(names, scene, facts)
}

function used(names: readonly string[], scene: Scene, facts: Facts): UsedFact[] {
  return [...new Set(names)].map((name) => {
    const value = factValue(scene, name)
    const source = facts.sources[name] ?? factOf(name)?.source ?? ''
    return value === undefined ? { name, source } : { name, value, source }
  })
}

function dedupe(facts: readonly UsedFact[]): UsedFact[] {
  return [...new Map(facts.map((one) => [one.name, one])).values()]
}

function factsOfFormula(text: string): string[] {
  const formula = readFormula(text)
  return 'message' in formula ? [] : [...formula.facts]
}

const measures = { m3: 'goods.volume_m3', ldm: 'goods.loading_meters', pallet: 'goods.pallet_spaces' } as const

/** The facts that a block reads. */
function factsOfBlock({ block }: RateLine): string[] {
  return namesIn(block).filter((name) => factOf(name) !== undefined)
}

function namesIn(block: RateLine['block']): readonly string[] {
  switch (block.kind) {
    case 'FIXED':
    case 'PASS_THROUGH':
      return []
    case 'PER_UNIT':
    case 'STEPPED':
    case 'INCREMENTAL':
      return factsOfQuantity(block.quantity)
    case 'TABLE':
      return [...factsOfQuantity(block.quantity), ...block.rows.flatMap(factsOfRow)]
    case 'PERCENT':
      return block.rate.kind === 'FIXED' ? [] : ['order.pickup_on']
    case 'INDEX':
      return [...factsOfQuantity(block.quantity), 'order.pickup_on']
    case 'TIME':
      return [block.fact]
    case 'DAYS':
      return block.days.kind === 'FACT' ? [block.days.fact] : [block.days.from, block.days.to]
    case 'FORMULA':
      return factsOfFormula(block.formula)
  }
}

function factsOfQuantity(quantity: Quantity | undefined): string[] {
  switch (quantity?.kind) {
    case undefined:
      return []
    case 'FACT':
      return [quantity.fact]
    case 'FORMULA':
      return factsOfFormula(quantity.formula)
    case 'CHARGEABLE':
      return [
        'goods.weight_kg',
        ...Object.entries(measures).flatMap(([ratio, fact]) => (ratio in quantity ? fact : [])),
      ]
  }
}

/** A zone depends on country and postal code. */
function factsOfRow(row: string): string[] {
  const place = /^(pickup|delivery)\.zone$/.exec(row)?.[1]
  return place ? [`${place}.country`, `${place}.postal_code`] : [row]
}
