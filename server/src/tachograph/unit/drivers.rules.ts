import type { Stretch } from '../../trips/hours/driven.rules.ts'
import { kindOf } from '../stretches.rules.ts'
import type { CardUse, UnitDay } from './days.model.ts'

/** Activities of a card in a vehicle. */
export interface CardStretches {
  card: Pick<CardUse, 'nation' | 'number' | 'surname' | 'firstNames'>
  stretches: Stretch[]
}

const minute = 60_000
const dayMs = 86_400_000

/**
 * Activities of each driver while the card was in a slot of the vehicle (TACHO-12): a change in the slot lasts until
 * the next one or the end of its day. Activities without a card, or in another vehicle, are unknown here.
 * @param days in order
 */
export function stretchesByCard(days: readonly UnitDay[]): CardStretches[] {
  const byCard = new Map<string, CardStretches>()
  for (const day of days) {
    for (const use of day.cards) {
      const key = `${use.nation} ${use.number}`
      const own = byCard.get(key) ?? { card: use, stretches: [] }
      byCard.set(key, own)
      for (const one of stretchesIn(day, use, day === days.at(-1))) add(own.stretches, one)
    }
  }
  const inOrder = (one: Stretch, other: Stretch) => (one.from < other.from ? -1 : 1)
  return [...byCard.values()].map(({ card, stretches }) => ({ card, stretches: apart(stretches.toSorted(inOrder)) }))
}

function stretchesIn(day: UnitDay, use: CardUse, isLast: boolean): Stretch[] {
  const begin = Date.parse(`${day.date}T00:00:00Z`)
  // The tachograph counts whole minutes, but records card insertions to the second.
  const whole = (at: string) => Math.floor(Date.parse(at) / minute) * minute
  const from = Math.max(begin, whole(use.insertedAt))
  const to = Math.min(begin + dayMs, use.withdrawnAt === null ? begin + dayMs : whole(use.withdrawnAt))
  const changes = day.changes.filter(({ isCoDriver }) => isCoDriver === use.isCoDriver)
  return changes.flatMap(({ minute: at, mode, isCrew, isInserted }, index): Stretch[] => {
    const next = changes[index + 1]?.minute ?? 1440
    if (!isInserted) return []
    // The vehicle was read while the card was inserted: its last change has no end yet.
    if (isLast && changes[index + 1] === undefined && use.withdrawnAt === null) return []
    const part = { from: Math.max(from, begin + at * minute), to: Math.min(to, begin + next * minute) }
    if (part.from >= part.to) return []
    return [{ from: textOf(part.from), to: textOf(part.to), kind: kindOf[mode], is_crew: isCrew }]
  })
}

function add(stretches: Stretch[], one: Stretch): void {
  const last = stretches.at(-1)
  if (last && last.to === one.from && last.kind === one.kind && last.is_crew === one.is_crew) last.to = one.to
  else stretches.push(one)
}

/** Of two overlapping stretches the first counts. */
function apart(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const one of stretches) {
    const end = found.at(-1)?.to ?? ''
    if (one.to <= end) continue
    found.push(one.from < end ? { ...one, from: end } : one)
  }
  return found
}

function textOf(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/**
 * Adds vehicle data to the known activities of a driver (TACHO-12), without gaps: card data takes precedence, and
 * vehicle data fills only periods without it. Remaining gaps are unknown. Empty when nothing is new.
 * @param known in order, without overlaps
 */
export function filledIn(stretches: readonly Stretch[], known: readonly Stretch[]): Stretch[] {
  const recorded = known.filter(({ kind }) => kind !== 'UNKNOWN')
  const added = stretches.flatMap((one) => without(one, recorded))
  if (added.length === 0) return []
  const all = [...recorded, ...added].toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return all.flatMap((one, at) => {
    const before = all[at - 1]?.to ?? one.from
    return before < one.from ? [{ from: before, to: one.from, kind: 'UNKNOWN', is_crew: false }, one] : [one]
  })
}

function without(stretch: Stretch, known: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = []
  let { from } = stretch
  for (const one of known) {
    if (one.to <= from) continue
    if (one.from >= stretch.to) break
    if (one.from > from) left.push({ ...stretch, from, to: one.from })
    from = one.to
  }
  if (from < stretch.to) left.push({ ...stretch, from })
  return left
}
