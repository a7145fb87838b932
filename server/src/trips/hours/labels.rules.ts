import { isCutAsGood } from './cuts.rules.ts'
import { owesNoMore } from './debts.rules.ts'
import { weekOf } from './law.rules.ts'
import { type Run, tolerance } from './state.rules.ts'

/**
 * How many states are gone on with side by side; Infinity: all that matter. Who is there before something is due is not better
 * than who is there in time.
 */
export interface Most {
  many: number
  due: number
  effort: Effort
}

/**
 * How many states may still be made or compared. Who has none left goes on with what was found so far: all of it is lawful, and what
 * was not found then is not proved impossible. It is counted and not timed, so that equal questions have equal answers.
 */
export interface Effort {
  left: number
}

/** For who looks at everything, however long that takes. */
export const endless: Effort = { left: Infinity }

/** A comparison takes so much of what it takes to make a state. */
const comparison = 1 / 16

/** Whether one of them is as it is asked, with the effort of asking. */
export function someCounted<Item>(items: readonly Item[], is: (item: Item) => boolean, effort: Effort): boolean {
  const at = items.findIndex(is)
  effort.left -= (at === -1 ? items.length : at + 1) * comparison
  return at !== -1
}

/** Where few are gone on with, only so many of the furthest are compared: of who owes rests there are very many. */
const mostCompared = 512

/**
 * Of two of which one can do whatever the other can, it alone is kept; of those that are left so many that are the furthest.
 */
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

/** Those that are the first by one order or by another, as many of each. */
export function firstOf<Item>(
  items: readonly Item[],
  { many }: Most,
  ...orders: readonly ((one: Item, other: Item) => number)[]
): Item[] {
  if (items.length <= many) return [...items]
  return [...new Set(orders.flatMap((order) => items.toSorted(order).slice(0, many)))]
}

/** Who is there first, and of those who are there at once, who has the most left of everything. */
function rank(one: Run, other: Run, due: number): number {
  return (
    Math.round(Math.max(due, endOf(one)) - Math.max(due, endOf(other))) ||
    other.from.weekly - one.from.weekly ||
    one.from.shortRests - other.from.shortRests ||
    other.from.begin - one.from.begin ||
    one.from.driven - other.from.driven
  )
}

/** When a pause has lasted as long as it has so far. */
export function endOf({ from, minutes }: Run): number {
  return from.at + minutes
}

/** Whether from the one state all is possible that is possible from the other. */
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
