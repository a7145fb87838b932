import { msg, type Sentence } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { Facts } from '@cartage/contract/rates/app/facts'
import { type ConditionOutcome, notTried, tryCondition } from './conditions.rules.ts'
import type { Scene } from './facts.rules.ts'
import type { CardVersion, Tariff } from './tariff.rules.ts'

/** A considered card and its outcome. */
export interface Candidate {
  readonly card: CardVersion
  readonly ratedOn: string
  readonly result: 'APPLIED' | 'SKIPPED' | 'FAILED' | 'NOT_TRIED'
  readonly conditions: readonly ConditionOutcome[]
  readonly message: () => Sentence
}

/** The chosen card, or why there is none, with all considered cards in order. */
export interface Choice {
  readonly chosen: Candidate | null
  readonly candidates: readonly Candidate[]
  readonly message: () => Sentence
}

/**
 * Date of the prices (PRICE-2): the requested first pickup, else the creation of the order, so that a delay into the
 * next month does not change the price.
 */
export function ratingDate(facts: Facts, dateOf: CardVersion['doc']['date_of']): string {
  const names = { PICKUP: 'order.pickup_on', DELIVERY: 'order.delivery_on', ORDERED: 'order.created_on' } as const
  const value = facts.values[facts.subject === 'TRIP' ? 'trip.on' : names[dateOf]]
  return typeof value === 'string' ? value : facts.created_on
}

type Fit = { card: CardVersion; ratedOn: string; rank: readonly (number | string)[] }

const specificity = { COMPANY: 0, GROUP: 1, OWN_FLEET: 1, ALL: 2 } as const

/**
 * Matching cards in order (PRICE-1): priority, company before group before all, specific transport service before any,
 * latest first day, code. The first whose conditions hold is used. An undecidable one is not skipped.
 */
export function chooseCard(facts: Facts, side: 'SALES' | 'COST', tariff: Tariff): Choice {
  const fits = tariff.cards.flatMap((card) => (card.side === side ? fitOf(card, facts) : [])).sort(byRank)
  const seen = new Set<string>()
  const candidates: Candidate[] = []
  let decided: Candidate | undefined
  for (const { card, ratedOn } of fits) {
    if (seen.has(card.version_id)) continue
    seen.add(card.version_id)
    const candidate = decided ? later(card, ratedOn) : tryCard(card, ratedOn, facts, tariff)
    if (!decided && candidate.result !== 'SKIPPED') decided = candidate
    candidates.push(candidate)
  }
  const chosen = decided?.result === 'APPLIED' ? decided : null
  const message = () =>
    chosen
      ? msg`Card ${chosen.card.code}, valid from ${spokenDate(chosen.card.valid_from)}, is used.`
      : decided
        ? msg`Whether card ${decided.card.code} is used is not known.`
        : candidates.length === 0
          ? msg`No card is assigned to ${facts.company ?? 'the own fleet'} on that day.`
          : msg`No rate card applies: the conditions of no card are met. Complete the order, or enter the charge by hand.`
  return { chosen, candidates, message }
}

/** Match quality of a card version, only for its best assignment. */
function fitOf(card: CardVersion, facts: Facts): Fit[] {
  const ratedOn = ratingDate(facts, card.doc.date_of)
  if (ratedOn < card.valid_from || (card.valid_to !== null && card.valid_to < ratedOn)) return []
  return card.doc.assignments
    .filter((assignment) => isFor(assignment, facts))
    .map(({ to, priority, transport_service }) => {
      const rank = [
        priority,
        specificity[to],
        transport_service === undefined ? 1 : 0,
        negated(card.valid_from),
        card.code,
      ]
      return { card, ratedOn, rank }
    })
}

function isFor({ to, code, transport_service }: CardVersion['doc']['assignments'][number], facts: Facts): boolean {
  if (transport_service !== undefined && transport_service !== facts.transport_service) return false
  if (to === 'OWN_FLEET') return facts.company === null
  if (facts.company === null) return false
  return to === 'ALL' || (to === 'COMPANY' ? code === facts.company : code === facts.company_group)
}

/** Sort key for later days first. */
function negated(date: string): number {
  return -Number(date.replaceAll('-', ''))
}

function byRank(one: Fit, other: Fit): number {
  for (const [place, value] of one.rank.entries()) {
    const against = other.rank[place]!
    if (value !== against) return value < against ? -1 : 1
  }
  return one.card.version_id < other.card.version_id ? -1 : 1
}

function later(card: CardVersion, ratedOn: string): Candidate {
  const message = () => 'Another card comes before it.'
  return { card, ratedOn, result: 'NOT_TRIED', conditions: card.doc.when.map(notTried), message }
}

function tryCard(card: CardVersion, ratedOn: string, facts: Facts, tariff: Tariff): Candidate {
  const { currency } = card
  const scene: Scene = { facts, tariff, scope: 'ORDER', thing: null, currency, ratedOn, sumOf: () => null }
  const conditions = tryAll(card.doc.when, scene)
  const stopped = conditions.find(({ result }) => result !== 'APPLIED')
  if (!stopped) return { card, ratedOn, result: 'APPLIED', conditions, message: () => msg`Card ${card.code} is used.` }
  return { card, ratedOn, result: stopped.result, conditions, message: stopped.message }
}

/** Conditions in order, up to the first that does not hold. */
export function tryAll(conditions: CardVersion['doc']['when'], scene: Scene): readonly ConditionOutcome[] {
  if (conditions.length === 0) return none
  const outcomes: ConditionOutcome[] = []
  let holds = true
  for (const condition of conditions) {
    const outcome: ConditionOutcome = holds ? tryCondition(condition, scene) : notTried(condition)
    holds &&= outcome.result === 'APPLIED'
    outcomes.push(outcome)
  }
  return outcomes
}

const none: readonly ConditionOutcome[] = []
