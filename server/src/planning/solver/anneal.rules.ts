import { isLong } from './fleet.rules.ts'
import { large } from './net.rules.ts'
import { combined, type Pool, remember } from './pool.rules.ts'
import { recreate, type Search } from './recreate.rules.ts'
import { ruin } from './ruin.rules.ts'
import { keep, restore, type Snapshot, snapshotOf, undo } from './state.rules.ts'
import { swapTails } from './tails.rules.ts'

/** Parameters of the annealing. */
export interface Annealing {
  /** Share of the search at which it ends. */
  until: number
  /** Temperature at the beginning and the end, in average distances between two tasks. */
  hot: number
  cold: number
  /** Extra cost of each vehicle in such distances, when fewer are better. */
  each: number
}

/** How often two routes swap their ends instead, if each job is one task. On few long routes this brought no gain. */
const tails = { usual: 0.1, large: 0.25 } as const
/** Distances need not obey the triangle inequality to the last metre. */
const slack = 0.5
/** When a plan is combined from the routes found so far, as shares of the annealing. */
const combinings = [0.6, 0.75, 0.87, 0.97] as const

/**
 * Repeatedly removes some jobs and reinserts them, and accepts worse plans less and less (simulated annealing). With
 * short routes, the best plan is occasionally combined from all routes found.
 * @param routes routes found before; new ones are added
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
  // With long routes hardly any set of jobs is found again, and large problems have too many possible sets.
  const pool = isShort && !isLarge ? routes : undefined
  const share = state.net.isSingle && (isShort || isLarge) ? tails[isLarge ? 'large' : 'usual'] : 0
  const waiting: number[] = [...combinings]
  let best = start
  while (!clock.isOver() && clock.share() < until) {
    const cooled = (clock.share() - begin) / Math.max(1e-9, until - begin)
    // The first plan with few vehicles may be long, so the average distance follows the best plan.
    const way = Math.max(1e-3, best.cost / Math.max(1, state.net.tasks - best.absent.length + best.used))
    search.using = each * way
    const worthOf = ({ cost, used }: Pick<Snapshot, 'cost' | 'used'>) => cost + used * search.using
    const temperature = way * hot * (cold / hot) ** cooled
    const absent = state.absent.length
    const most = worthOf(state) - temperature * Math.log(random.next() || 1e-12)
    // Insertions only make a plan longer, so a plan without left-out jobs that is already too long is rejected early.
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

/**
 * One change of the plan; false if it has to be undone.
 * @param share how often two routes swap their ends
 */
function changed(search: Search, share: number, isHopeless: (left: readonly number[]) => boolean): boolean {
  const { state, random } = search
  if (share > 0 && random.next() < share) return swapTails(state, random)
  ruin(state, random)
  return recreate(search, isHopeless)
}
