import type { Sentence } from '@cartage/contract/message'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { carryOut } from '../commands.ts'
import { plannableAt } from '../instants.rules.ts'
import { asTarget } from '../request.commands.ts'
import { isLiftable } from '../verdict/carrier.rules.ts'
import { begun, draftsOf, isBegun, wholeTrip } from './accept.rules.ts'
import type { RunCall } from './commands.ts'
import type { KeptTrip } from './rules.ts'
import type { RunRow } from './store.ts'

type Looked = Pick<RunRow, 'status' | 'result' | 'accepted' | 'is_expired'>

/** A suggested trip that is not accepted, with its index. */
interface OpenTrip {
  index: number
  trip: KeptTrip
}

/**
 * OPT-11: why suggested trips can no longer be accepted as they are, by index. Each is checked in a dry run of
 * accepting it, so that plan changes since the run count. Nothing is written.
 */
export async function outdatedTrips(ctx: Context, call: RunCall, run: Looked): Promise<ReadonlyMap<number, Sentence>> {
  if (run.status !== 'DONE' || run.is_expired) return new Map()
  const from = plannableAt(ctx.now())
  const all = (run.result?.trips ?? []).map((trip, index) => ({ index, trip }))
  const open = all.filter(({ index }) => run.accepted[index] === undefined)
  const late = open.filter(({ trip }) => isBegun(trip, from)).map(({ index }): Against => [index, begun().sentence])
  const ahead = open.filter(({ trip }) => !isBegun(trip, from))
  return new Map([...late, ...(ahead.length === 0 ? [] : await against(ctx, call, run, ahead))])
}

type Against = readonly [index: number, why: Sentence]

/** The reasons against trips. If all together fail, each half is checked, to separate valid from invalid ones. */
async function against(ctx: Context, call: RunCall, run: Looked, open: readonly OpenTrip[]): Promise<Against[]> {
  try {
    return await verdictAgainst(ctx, call, run, open)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (open.length === 1) return [[open[0]!.index, error.sentence]]
    const middle = Math.ceil(open.length / 2)
    const first = await against(ctx, call, run, open.slice(0, middle))
    return [...first, ...(await against(ctx, call, run, open.slice(middle)))]
  }
}

async function verdictAgainst(ctx: Context, { tenantId, by }: RunCall, run: Looked, open: readonly OpenTrip[]) {
  const indexes = new Map<string, number>()
  const trips = []
  for (const { index, trip } of open) {
    const target = await asTarget(ctx, tenantId, {}, true)
    indexes.set(target.trip_id, index)
    trips.push(wholeTrip(trip, target))
  }
  const call = { tenantId, by, dry_run: true, override_reason: null, versions: [] }
  const command = { kind: 'PLAN_TRIPS', trips, released: [], drafts: draftsOf(run) } as const
  const { reasons } = await carryOut(ctx, call, command)
  // FIT-6: reasons that a person may override are checked when the trip is accepted.
  const hard = reasons.filter((one) => one.is_new && one.severity === 'HARD' && !isLiftable(one))
  return hard.toReversed().flatMap(({ trip_id, message }): Against[] => {
    const index = indexes.get(trip_id)
    return index === undefined ? [] : [[index, message]]
  })
}
