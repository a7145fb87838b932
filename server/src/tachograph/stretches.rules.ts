import type { ActivityKind, Stretch } from '../trips/hours/driven.rules.ts'
import type { CardDay, Mode } from './card/activities.rules.ts'
import type { CrossingMark } from './card/conditions.rules.ts'

/** Activity of a driver for each tachograph mode. */
export const kindOf: Record<Mode, ActivityKind> = {
  REST: 'REST',
  AVAILABLE: 'WAITING',
  WORK: 'WORKING',
  DRIVING: 'DRIVING',
}

const dayMinutes = 1440

/**
 * Continuous activities of a driver, from the first day of a card to the last change on it (TACHO-5). A change lasts
 * until the next one or the end of its day. The last one has no end yet and is left out, as is a final period without
 * the card.
 */
export function stretchesOf(days: readonly CardDay[]): Stretch[] {
  const changes = days.flatMap(({ date, changes }) => {
    const begin = Date.parse(`${date}T00:00:00Z`) / 60_000
    const own = changes.map(({ minute, mode, isCrew, isKnown }) => ({
      ...{ at: begin + minute, end: begin + dayMinutes, is_crew: isCrew },
      kind: isKnown ? kindOf[mode] : ('UNKNOWN' as const),
    }))
    const isWhole = own[0] === undefined || own[0].at === begin
    return isWhole ? own : [{ at: begin, end: begin + dayMinutes, is_crew: false, kind: 'UNKNOWN' as const }, ...own]
  })
  const found: { from: number; to: number; kind: ActivityKind; is_crew: boolean }[] = []
  const add = (from: number, to: number, kind: ActivityKind, is_crew: boolean) => {
    const last = found.at(-1)
    if (from >= to) return
    if (last?.kind === kind && last.is_crew === is_crew && last.to === from) last.to = to
    else found.push({ from, to, kind, is_crew })
  }
  for (const [index, { at, end, kind, is_crew }] of changes.entries()) {
    const next = changes[index + 1]
    if (!next) break
    add(at, Math.min(end, next.at), kind, is_crew)
    // Days without use of the card are missing on it.
    add(end, next.at, 'UNKNOWN', false)
  }
  while (found.at(-1)?.kind === 'UNKNOWN') found.pop()
  return found.map(({ from, to, kind, is_crew }) => ({ from: textOf(from), to: textOf(to), kind, is_crew }))
}

/** Longer than any crossing. */
const longestCrossing = 3 * dayMinutes * 60_000

/**
 * TACHO-13: marks rests on a ferry or train: from the driver's entry until its end was entered, or else until the
 * vehicle was driven again.
 */
export function withCrossings(stretches: readonly Stretch[], marks: readonly CrossingMark[]): Stretch[] {
  const spans = marks.flatMap(({ at, kind }, index) => {
    if (kind === 'END') return []
    const from = Date.parse(at)
    const driven = stretches.find((one) => one.kind === 'DRIVING' && Date.parse(one.from) >= from)
    const ends = [marks[index + 1]?.at, driven?.from].flatMap((end) => (end === undefined ? [] : [Date.parse(end)]))
    return [{ from, to: Math.min(from + longestCrossing, ...ends) }]
  })
  return stretches.map((stretch) => {
    const [from, to] = [Date.parse(stretch.from), Date.parse(stretch.to)]
    const isAboard = stretch.kind === 'REST' && spans.some((span) => from < span.to && to > span.from)
    return isAboard ? { ...stretch, is_aboard: true } : stretch
  })
}

function textOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().replace('.000Z', 'Z')
}

/**
 * Retention period of activities in days: two years with a leap day, under article 9 of Directive 2002/15/EC (TACHO-8).
 */
export const activityDays = 731
