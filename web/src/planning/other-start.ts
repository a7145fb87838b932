import { quarter } from '@cartage/contract/planning/app/plannable'
import { instantText } from '../ui/time/time-text.ts'
import { isPast } from '../verdicts/reason-mark.tsx'
import type { RejectedPlan } from '../verdicts/rejected-plan.ts'
import { type PlanningCommand, tryOut } from './command.queries.ts'
import { freeStarts } from './grid/geometry.ts'
import type { BoardModel, BoardRow } from './rows.ts'

type Timed = Extract<PlanningCommand, { kind: 'PLAN' | 'PLACE' }>

/** Maximum number of other starts tried. */
const mostTries = 6
/** A daily rest of a driver, in milliseconds. */
const dailyRest = 11 * 3_600_000

/** Whether a command sets the start of a trip. */
export function isTimed(command: PlanningCommand): command is Timed {
  return command.kind === 'PLACE' || (command.kind === 'PLAN' && command.trip_id === undefined)
}

/** The same command at another start. @param start milliseconds since 1970 */
export function startingAt(command: Timed, start: number): Timed {
  return { ...command, starts_at: instantText(new Date(start)) }
}

/** Whether another start may be what a rejected plan needs: it has errors, or begins in the past (TIME-10). */
export function wantsOtherStart(command: PlanningCommand, { verdict, reasons }: RejectedPlan): command is Timed {
  return isTimed(command) && (verdict === 'HARD' || reasons.some(isPast))
}

/**
 * Another start of a rejected plan on the same row, from now on (TIME-10). Instead of one with errors: the nearest
 * without errors. Instead of one in the past: the earliest without warnings, else the earliest without errors.
 * @param now milliseconds since 1970
 * @returns null if there is none
 */
export async function otherStart(
  command: PlanningCommand,
  rejectedPlan: RejectedPlan,
  model: BoardModel | undefined,
  now: number,
): Promise<number | null> {
  const ground = groundOf(command, model)
  if (!wantsOtherStart(command, rejectedPlan) || ground === undefined) return null
  const { taken, wanted, length } = ground
  const asRequested = length === undefined ? await requestedTimes(command) : undefined
  const soonest = Math.ceil(now / quarter) * quarter
  const free = freeStarts(taken, wanted, length ?? asRequested?.length ?? 4 * 3_600_000, soonest)
  const isOver = rejectedPlan.verdict === 'SOFT'
  const more = isOver ? [restedAfter(taken, soonest), asRequested?.start ?? soonest] : []
  const starts = [...free.slice(0, mostTries), ...more.filter((at) => at > soonest)]
  let acceptable: number | null = null
  for (const startsAt of isOver ? starts.toSorted((one, other) => one - other) : starts) {
    if (startsAt === wanted) continue
    const verdict = await verdictOn(startingAt(command, startsAt))
    if (verdict === 'OK' || (verdict === 'SOFT' && !isOver)) return startsAt
    if (verdict === 'SOFT') acceptable ??= startsAt
  }
  return acceptable
}

interface Ground {
  taken: ReturnType<typeof takenOn>
  /** Start that the command asks for, and duration of its trip. Undefined for a new one. */
  wanted: number
  length: number | undefined
}

/** The row of a command, and what it asks for there. */
function groundOf(command: PlanningCommand, model: BoardModel | undefined): Ground | undefined {
  if (!isTimed(command) || model === undefined) return undefined
  const trip = command.kind === 'PLACE' ? model.trips.get(command.trip_id) : undefined
  const wanted = command.starts_at === undefined ? trip?.start : Date.parse(command.starts_at)
  const given = command.kind === 'PLACE' ? command.resource_ids : command.new_trip?.resource_ids
  const carriers = given ?? trip?.trip.resources.map(({ resource_id }) => resource_id) ?? []
  const row = model.rows.find(({ resource }) => resource !== undefined && carriers.includes(resource.resource_id))
  if (wanted === undefined || row === undefined) return undefined
  return { taken: takenOn(row, trip?.id), wanted, length: trip && trip.end - trip.start }
}

/** Intervals in which a row is taken. */
function takenOn({ trips, away }: BoardRow, exceptId: string | undefined) {
  return [
    ...trips.filter(({ id, isOpen }) => isOpen && id !== exceptId),
    ...away.map(({ start_at, end_at }) => ({
      start: Date.parse(start_at),
      end: end_at === null ? null : Date.parse(end_at),
    })),
  ]
}

/** When a driver has rested after the last trip before an instant. */
function restedAfter(taken: Ground['taken'], at: number): number {
  const last = Math.max(...taken.flatMap(({ end }) => (end === null || end > at ? [] : [end])), 0)
  return Math.ceil((last + dailyRest) / quarter) * quarter
}

/** Start and duration of a new trip as its orders request it. Undefined if the server refuses to say. */
async function requestedTimes({ starts_at: _, ...command }: Timed) {
  const answer = await tryOut(command).catch(() => undefined)
  const trip = answer?.trips[0]
  if (!trip?.starts_at || !trip.ends_at) return undefined
  const start = Date.parse(trip.starts_at)
  return { start, length: Date.parse(trip.ends_at) - start }
}

/** A start in the past is none to offer. */
async function verdictOn(command: PlanningCommand): Promise<'OK' | 'SOFT' | 'HARD'> {
  return await tryOut(command).then(
    ({ verdict, reasons }) => (reasons.some((one) => one.is_new && isPast(one)) ? 'HARD' : verdict),
    () => 'HARD',
  )
}
