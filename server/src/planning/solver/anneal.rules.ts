import { isLong } from './fleet.rules.ts'
import { large } from './net.rules.ts'
import { combined, type Pool, remember } from './pool.rules.ts'
import { recreate, type Search } from './recreate.rules.ts'
import { ruin } from './ruin.rules.ts'
import { keep, restore, type Snapshot, snapshotOf, undo } from './state.rules.ts'
import { swapTails } from './tails.rules.ts'

/** How a plan is made to settle. */
export interface Annealing {
  /** Until which share of the search. */
  until: number
  /** How likely worse plans are accepted at the beginning and the end, in average ways between two tasks. */
  hot: number
  cold: number
  /** What each vehicle costs on top, in such ways, where fewer are better. */
  each: number
}

/** How often two routes change their ends instead, where each job is one task; that gained nothing on few long routes. */
const tails = { usual: 0.1, large: 0.25 } as const
/** Ways need not obey the triangle inequality to the last metre. */
const slack = 0.5
/** When a plan is made of the routes that were found, as shares of the annealing. */
const combinings = [0.6, 0.75, 0.87, 0.97] as const

/**
 * Takes some jobs out and puts them in again, over and over, and accepts worse plans less and less (simulated annealing). Where routes are
 * short, the best plan is now and then made from all routes that were found.
 * @param routes those found before; what is found here is added
 */
export function annealed(
  search: Search,
  start: Snapshot,
  { until, hot, cold, each }: Annealing,
  routes?: Pool,
): Snapshot {
  const { state, random, clock } = search
  const begin = clock.share()
  const isLarge = state.net.problem.jobs.length >= large
  const isShort = state.net.tasks < isLong * start.used
  // On long routes hardly any set of jobs is found twice, and in large problems too many are possible.
  const pool = isShort && !isLarge ? routes : undefined
  const share = state.net.isSingle && (isShort || isLarge) ? tails[isLarge ? 'large' : 'usual'] : 0
  const waiting: number[] = [...combinings]
  let best = start
  while (!clock.isOver() && clock.share() < until) {
    const cooled = (clock.share() - begin) / Math.max(1e-9, until - begin)
    // A first plan of few vehicles may be long: what is average follows the best one.
    const way = Math.max(1e-3, best.cost / Math.max(1, state.net.tasks - best.absent.length + best.used))
    search.using = each * way
    const worthOf = ({ cost, used }: Pick<Snapshot, 'cost' | 'used'>) => cost + used * search.using
    const temperature = way * hot * (cold / hot) ** cooled
    const absent = state.absent.length
    const most = worthOf(state) - temperature * Math.log(random.next() || 1e-12)
    // What is put in makes a plan longer only: where nothing was left out, one that is too long already is refused early.
    const isHopeless = (left: readonly number[]) =>
      left.length > absent || (absent === 0 && worthOf(state) >= most + slack)
    const isChanged = changed(search, share, isHopeless)
    const isLess = state.absent.length < absent
    const isAs = state.absent.length === absent && worthOf(state) < most
    if (isChanged && (isLess || isAs)) {
      if (pool) remember(pool, state)
      keep(state)
      const isBest = state.absent.length < best.absent.length || worthOf(state) < worthOf(best) - 1e-9
      if (isBest && state.absent.length <= best.absent.length) best = snapshotOf(state)
    } else undo(state)
    if (!pool || cooled < (waiting[0] ?? Infinity)) continue
    waiting.shift()
    const better = combined(pool, state, best, search.most)
    if (!better) continue
    best = better
    restore(state, best)
  }
  search.using = 0
  return best
}

/** One change of the plan; false when it has to be undone. @param share how often two routes change their ends */
function changed(search: Search, share: number, isHopeless: (left: readonly number[]) => boolean): boolean {
  const { state, random } = search
  if (share > 0 && random.next() < share) return swapTails(state, random)
  ruin(state, random)
  return recreate(search, isHopeless)
}
