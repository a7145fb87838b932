import { type Place, removeJobs, type Scratch, seekPlace } from './insertion.rules.ts'
import type { Random } from './random.rules.ts'
import { copyRoute, type Route, refreshed } from './route.rules.ts'
import { jobsOn, leaveOut, plan, type State } from './state.rules.ts'

/** Jobs to eject, and the place of the job that replaces them. */
interface Exchange {
  out: readonly number[]
  place: Place
}

/**
 * Plans a job that has no place by ejecting one or two others, those with the lowest miss counts (ejection pools,
 * Nagata and Bräysy 2009). The ejected jobs are left out.
 * @param missed how often each job had no place
 * @param trial a scratch route, which belongs to no vehicle
 */
export function eject(state: State, job: number, missed: Float64Array, scratch: Scratch, trial: Route, random: Random) {
  const { net, routes } = state
  const jobs = net.problem.jobs.length
  let least = Infinity
  let ties = 0
  let best: Exchange | undefined
  const attempt = (route: Route, out: readonly number[], sum: number) => {
    if (net.onlyLoads && !hasRoom(state, job, route, out)) return
    const place = placeWithout(state, job, route, out, scratch, trial)
    if (!place) return
    ties = sum < least ? 1 : ties + 1
    if (sum === least && random.below(ties) > 0) return
    least = sum
    best = { out, place }
  }
  for (const most of [1, 2]) {
    for (const route of routes) {
      if (route.length === 0 || net.fits[route.vehicle * jobs + job] === 0) continue
      const on = jobsOn(state, route.vehicle)
      on.forEach((one, at) => {
        if (most === 1) {
          if (missed[one]! <= least) attempt(route, [one], missed[one]!)
          return
        }
        for (const other of on.slice(at + 1)) {
          const sum = missed[one]! + missed[other]!
          if (sum < least) attempt(route, [one, other], sum)
        }
      })
    }
  }
  if (!best) return
  leaveOut(state, best.out, best.place.route)
  state.absent = state.absent.filter((one) => one !== job)
  plan(state, job, best.place)
}

/** Whether a job fits into the remaining capacity, if nothing is unloaded. */
function hasRoom({ net }: State, job: number, route: Route, out: readonly number[]): boolean {
  const { dimensions: many, load, problem } = net
  const last = (route.length - 1) * many
  return problem.vehicles[route.vehicle]!.capacity.every((most, kind) => {
    const less = out.reduce((sum, one) => sum + load[one * many + kind]!, 0)
    return route.load[last + kind]! - less + load[job * many + kind]! <= most + 1e-6
  })
}

/** The cheapest place of a job in a route after some of its jobs are removed. */
function placeWithout(
  { net }: State,
  job: number,
  route: Route,
  out: readonly number[],
  scratch: Scratch,
  trial: Route,
): Place | undefined {
  trial.vehicle = route.vehicle
  copyRoute(route, trial, net.dimensions)
  removeJobs(net, out, trial)
  if (!refreshed(net, trial)) return undefined
  scratch.best.route = -1
  scratch.best.cost = Infinity
  seekPlace(net, job, trial, 0, scratch, never)
  const { best } = scratch
  return best.route < 0 ? undefined : { ...best, places: best.places.slice() }
}

const never = () => false
