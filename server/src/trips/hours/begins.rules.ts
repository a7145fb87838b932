import { interruptions } from './crossings.rules.ts'
import type { Duty } from './duties.model.ts'
import { endOf, isAsGood, type Most } from './labels.rules.ts'
import type { Law } from './law.rules.ts'
import { pausesAfter } from './legs.rules.ts'
import type { Run } from './state.model.ts'
import { begunAt, lastMinute, moved, rested, tolerance, worked } from './state.rules.ts'

/**
 * Waits for the window, or rests until later, and works. With a limited beam, later starts are dropped once enough
 * earlier ones are found: they rank lower in every selection order, and never dominate an earlier one.
 */
export function begun(runs: readonly Run[], duty: Duty, law: Law, most: Most): Run[] {
  const all = runs.map((run) => aheadOf(run, duty, law))
  const found: Run[] = []
  const sooner: Sooner = { best: [], looked: 0 }
  for (;;) {
    const ahead = soonest(all)
    const isSpent = most.effort.left <= 0 && found.length > 0
    if (!ahead?.next || isSpent || areEnough(sooner, found, ahead.next.begin, duty, most)) break
    const { run, next } = ahead
    const own: Run[] = []
    waited(run, next, duty, law, own)
    found.push(...own)
    most.effort.left -= own.length
    ahead.found[next.place] = own
    ahead.next = nextOf(ahead, duty)
  }
  // In order of generation, because the first of two equally ranked states is chosen.
  return all.flatMap((one) => one.found.flat())
}

/** A driver before a duty. */
interface Ahead {
  run: Run
  /** The next start of the work that is not tried yet. */
  next: (Opening & { place: number }) | undefined
  /** Pauses that delay the start, shortest first, each with its index in `found`. */
  longer: { length: number; place: number }[]
  found: Run[][]
}

function soonest(all: readonly Ahead[]): Ahead | undefined {
  let first: Ahead | undefined
  for (const one of all) if (one.next && (!first?.next || one.next.begin < first.next.begin)) first = one
  return first
}

function aheadOf(run: Run, duty: Duty, law: Law): Ahead {
  const arrival = endOf(run)
  const window = opening(duty, arrival)
  const ahead: Ahead = { run, next: window && { ...window, place: 0 }, longer: [], found: [] }
  if (window === undefined || window.latest <= window.begin + tolerance) return ahead
  const wait = window.begin - arrival
  const isLate = window.begin + duty.work > lastMinute(run.from, law) + tolerance
  if (wait + run.minutes <= tolerance && !isLate && run.from.cut === null) return ahead
  ahead.longer = pausesAfter(run, law)
    .map((length, at) => ({ length, place: at + 1 }))
    .filter(({ length }) => length > run.minutes + wait + tolerance)
    .sort((one, other) => one.length - other.length)
  return ahead
}

function nextOf({ run, longer }: Ahead, duty: Duty): Ahead['next'] {
  for (let one = longer.shift(); one; one = longer.shift()) {
    const later = opening(duty, run.from.at + one.length)
    if (later) return { ...later, place: one.place }
  }
  return undefined
}

/** The states that finish earliest without dominating each other, and how many of `found` were checked for them. */
interface Sooner {
  best: Run[]
  looked: number
}

/** Whether enough states certainly finish before work that begins at an instant. */
function areEnough(
  sooner: Sooner,
  found: readonly Run[],
  begin: number,
  { work, boards }: Duty,
  { many, due }: Most,
): boolean {
  if (many === Infinity) return false
  const { best } = sooner
  // `found` is ordered by end.
  for (; sooner.looked < found.length; sooner.looked += 1) {
    const run = found[sooner.looked]!
    const isSooner = Math.max(due - (boards?.aboard ?? 0), endOf(run)) + 1 < begin + work
    if (!isSooner) break
    if (best.some((other) => isAsGood(other, run))) continue
    for (let at = best.length - 1; at >= 0; at -= 1) if (isAsGood(run, best[at]!)) best.splice(at, 1)
    best.push(run)
  }
  return best.length >= many
}

/** When work begins, its latest start in that window, and by how much it may be delayed for free. */
export interface Opening {
  begin: number
  latest: number
  room: number
}

/** When work begins after an arrival at an instant. */
export function opening({ windows, opens, lands }: Duty, arrival: number): Opening | undefined {
  if (windows.length === 0) {
    // HOURS-9: a driver aboard drives off on arrival, and later only if boarding may have been later as well.
    if (lands) return { begin: arrival, latest: arrival, room: opens ? 0 : Infinity }
    const begin = opens ? opens(arrival) : arrival
    return { begin, latest: Infinity, room: opens ? 0 : Infinity }
  }
  for (const [from, to] of windows) {
    if (arrival > to + tolerance) continue
    const begin = opens ? opens(Math.max(arrival, from)) : Math.max(arrival, from)
    if (begin <= to + tolerance) return { begin, latest: to, room: opens ? 0 : to - begin }
  }
  return undefined
}

/** Waiting time may also be spent resting beforehand: then the whole day is later. */
function waited(run: Run, { begin, room }: Opening, duty: Duty, law: Law, found: Run[]): void {
  const whole = begin - run.from.at
  const wait = begin - endOf(run)
  const slack = Math.min(run.from.slack, wait)
  done({ from: run.from, minutes: whole }, room, duty, law, found)
  if (slack <= tolerance) return
  const least = whole - slack
  const rests = pausesAfter(run, law).filter((length) => length > least && length < whole - tolerance)
  for (const rest of [least, ...rests]) {
    done({ from: moved(run.from, whole - rest), minutes: rest }, room, duty, law, found)
  }
}

function done(run: Run, room: number, duty: Duty, law: Law, found: Run[]): void {
  if (duty.work <= tolerance) {
    // A driver without any work since the rest may still begin later.
    const slack = run.from.begin === run.from.at ? run.from.slack : Math.min(run.from.slack, room)
    found.push({ from: { ...begunAt(run.from, run.minutes, 0), slack }, minutes: run.minutes })
    return
  }
  for (const state of rested(run.from, run.minutes, law)) {
    if (state.at + duty.work > lastMinute(state, law) + tolerance) continue
    const slack = Math.min(state.slack, room)
    found.push({ from: worked(state, duty.work, slack), minutes: 0 })
  }
  const { work, boards, lands } = duty
  const crossing = boards ?? lands
  if (!crossing) return
  for (const { before, cut } of interruptions(run, pausesAfter(run, law), work, crossing, law)) {
    const slack = Math.min(before.slack, room)
    found.push({ from: { ...worked(before, work, slack), cut }, minutes: 0 })
  }
}
