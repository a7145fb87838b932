import { isCutAsGood } from './cuts.rules.ts'
import { owesNoMore } from './debts.rules.ts'
import { weekOf } from './law.rules.ts'
import type { Run } from './state.model.ts'
import { tolerance } from './state.rules.ts'

/**
 * Beam width: number of states explored in parallel; Infinity: all that are not dominated. Being ready before something
 * is due is not better than being in time.
 */
export interface Most {
  many: number
  due: number
  effort: Effort
}

/**
 * Budget of states to create or compare. When it is used up, the search returns what it has: all of that is lawful, but
 * what is missing is not proved impossible. Counted, not timed, so that equal questions have equal answers.
 */
export interface Effort {
  left: number
}

/** For an exhaustive search without a limit. */
export const endless: Effort = { left: Infinity }

/** Cost of a comparison relative to creating a state. */
const comparison = 1 / 16

/** Whether any item satisfies a condition, charging the comparisons to the budget. */
export function someCounted<Item>(items: readonly Item[], is: (item: Item) => boolean, effort: Effort): boolean {
  const at = items.findIndex(is)
  effort.left -= (at === -1 ? items.length : at + 1) * comparison
  return at !== -1
}

/** With a limited beam only this many best-ranked states are compared, because drivers who owe rests have very many. */
const mostCompared = 512

/** Removes dominated items, and keeps the best-ranked ones of the rest. */
export function someOf<Item>(items: readonly Item[], runOf: (item: Item) => Run, most: Most): Item[] {
  if (items.length < 2) return [...items]
  const sorted = items
    .map((item) => ({ item, run: runOf(item) }))
    .sort((one, other) => rank(one.run, other.run, most.due))
  const best: typeof sorted = []
  for (const one of most.many === Infinity ? sorted : sorted.slice(0, mostCompared)) {
    if (most.effort.left <= 0 && best.length > 0) break
    most.effort.left -= 1
    const isLess = ({ run }: (typeof sorted)[number]) => isAsGood(run, one.run)
    if (someCounted(best, isLess, most.effort)) continue
    for (let at = best.length - 1; at >= 0; at -= 1) if (isAsGood(one.run, best[at]!.run)) best.splice(at, 1)
    best.push(one)
  }
  return firstOf(
    best,
    most,
    (one, other) => rank(one.run, other.run, most.due),
    (one, other) => rank(one.run, other.run, Number.NEGATIVE_INFINITY),
  ).map(({ item }) => item)
}

/** The first `many` items by each of several orders. */
export function firstOf<Item>(
  items: readonly Item[],
  { many }: Most,
  ...orders: readonly ((one: Item, other: Item) => number)[]
): Item[] {
  if (items.length <= many) return [...items]
  return [...new Set(orders.flatMap((order) => items.toSorted(order).slice(0, many)))]
}

/** Ranks states by time, and states at the same time by what they have left. */
function rank(one: Run, other: Run, due: number): number {
  return (
    Math.round(Math.max(due, endOf(one)) - Math.max(due, endOf(other))) ||
    other.from.weekly - one.from.weekly ||
    one.from.shortRests - other.from.shortRests ||
    other.from.begin - one.from.begin ||
    one.from.driven - other.from.driven
  )
}

/** The end of a pause so far. */
export function endOf({ from, minutes }: Run): number {
  return from.at + minutes
}

/** Whether one state dominates the other: everything possible from the other is possible from it. */
export function isAsGood(run: Run, than: Run): boolean {
  const [one, other] = [run.from, than.from]
  const ahead = endOf(than) - endOf(run)
  return (
    ahead >= -tolerance &&
    run.minutes >= than.minutes - tolerance &&
    one.since <= other.since + tolerance &&
    (one.hasPart || !other.hasPart) &&
    one.begin + Math.min(one.slack, ahead) >= other.begin - tolerance &&
    one.begin + one.slack >= other.begin + other.slack - tolerance &&
    one.driven <= other.driven + tolerance &&
    one.longSteps <= other.longSteps &&
    weekOf(one.begin) === weekOf(other.begin) &&
    (one.hasSplit || !other.hasSplit) &&
    one.shortRests <= other.shortRests &&
    (one.shortWeekly & ~other.shortWeekly) === 0 &&
    one.weekly >= other.weekly - tolerance &&
    one.week === other.week &&
    one.inWeek <= other.inWeek + tolerance &&
    one.inWeekBefore <= other.inWeekBefore + tolerance &&
    isCutAsGood(one, other) &&
    owesNoMore(one, other)
  )
}
