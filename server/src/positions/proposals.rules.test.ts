import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FencedStop, type TrackPoint, visitsOf } from './geofence.rules.ts'
import { planProposals } from './proposals.rules.ts'
import type { Proposal } from './proposals.store.ts'

const start = Date.parse('2026-03-02T06:00:00Z')
const minute = 60_000
const about = { trip_id: 'trip', resource_id: 'truck' }
const iso = (minutes: number) => new Date(start + minutes * minute).toISOString()

const stops: FencedStop[] = ['a', 'b', 'c'].map((stop_id, index) => ({
  stop_id,
  place: stop_id,
  latitude: 50 + index,
  longitude: 4,
  radius_m: 300,
}))

/** A stop after reports and corrections: the first of each kind counts, and nothing is reverted. */
interface Reported {
  stop_id: string
  arrived: string | null
  left: string | null
}

/** Applies proposals as the job does with the database. */
class Applied {
  readonly reported = stops.map(({ stop_id }): Reported => ({ stop_id, arrived: null, left: null }))
  private known: Proposal[] = []

  look(points: readonly TrackPoint[]): void {
    const watched = this.reported.map(({ stop_id, arrived, left }) => {
      return { stop_id, is_arrived: arrived !== null || left !== null, is_left: left !== null }
    })
    const plan = planProposals(visitsOf(points, stops, 3), watched, this.known, about)
    for (const one of plan.corrected) this.correct(one)
    for (const one of plan.open) this.report(one)
    const changed = [...plan.corrected.map(({ reported_at: _, ...one }) => one), ...plan.open]
    const isChanged = ({ stop_id, kind }: Proposal) =>
      changed.some((one) => one.stop_id === stop_id && one.kind === kind)
    const kept = this.known.filter((one) => !isChanged(one) && !plan.overtaken.includes(one))
    this.known = [...kept, ...changed.map((one) => ({ ...one, state: 'ACCEPTED' as const }))]
  }

  private correct({ stop_id, kind, reported_at, happened_at }: Proposal & { reported_at: string }): void {
    const stop = this.reported.find((one) => one.stop_id === stop_id)!
    const member = kind === 'ARRIVAL' ? 'arrived' : 'left'
    if (stop[member] === reported_at) stop[member] = happened_at
  }

  private report({ stop_id, kind, happened_at }: Proposal): void {
    const stop = this.reported.find((one) => one.stop_id === stop_id)!
    if (kind === 'ARRIVAL' && stop.arrived === null && stop.left === null) stop.arrived = happened_at
    // A departure before the known arrival only goes into the history.
    if (kind === 'DEPARTURE' && stop.left === null && happened_at >= (stop.arrived ?? '')) stop.left = happened_at
  }
}

const samples = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(50, 50, 50.5, 51, 51, 51.5, 52, 52)),
  {
    minLength: 4,
    maxLength: 60,
  },
)

describe('proposals that are applied', () => {
  test('give the times of the ordered stream, in any order and number of repetitions', () => {
    fc.assert(
      fc.property(samples, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 9 }), (steps, chance, size) => {
        let minutes = 0
        const ordered = steps.map(([wait, latitude]): TrackPoint => {
          minutes += wait
          return { at: start + minutes * minute, latitude, longitude: 4 }
        })
        const keyed = [...ordered, ...ordered].map((one) => ({ one, key: chance.next().value as number }))
        const shuffled = keyed.sort((one, other) => one.key - other.key).map(({ one }) => one)
        const applied = new Applied()
        for (let end = size; end < shuffled.length + size; end += size) applied.look(shuffled.slice(0, end))
        for (const { stop_id, arrived_at, left_at } of visitsOf(ordered, stops, 3)) {
          const stop = applied.reported.find((one) => one.stop_id === stop_id)!
          // A report cannot be reverted, so only the result of the whole stream is compared.
          if (left_at === null) continue
          expect(stop.left).toBe(new Date(left_at).toISOString())
          if (stop.arrived !== null) expect(stop.arrived).toBe(new Date(arrived_at!).toISOString())
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a plan of proposals', () => {
  const visits = [{ stop_id: 'a', arrived_at: start, left_at: start + 30 * minute }]
  const fresh = { stop_id: 'a', is_arrived: false, is_left: false }
  const known = (members: Partial<Proposal>): Proposal => ({
    ...about,
    stop_id: 'a',
    kind: 'ARRIVAL',
    happened_at: iso(0),
    earliest_at: null,
    latest_at: null,
    state: 'OPEN',
    ...members,
  })

  test('adds new ones, leaves dismissed ones, and removes outdated ones', () => {
    const both = planProposals(visits, [fresh], [], about)
    expect(both.open.map(({ kind, happened_at }) => [kind, happened_at])).toEqual([
      ['ARRIVAL', iso(0)],
      ['DEPARTURE', iso(30)],
    ])
    const dismissed = planProposals(visits, [fresh], [known({ state: 'DISMISSED' })], about)
    expect(dismissed.open.map(({ kind }) => kind)).toEqual(['DEPARTURE'])
    const reported = planProposals(visits, [{ ...fresh, is_arrived: true }], [known({})], about)
    expect(reported.overtaken).toEqual([known({})])
    expect(planProposals([], [fresh], [known({})], about).overtaken).toEqual([known({})])
  })

  test('moves open ones, corrects accepted ones, and leaves unchanged ones', () => {
    const moved = planProposals(visits, [fresh], [known({ happened_at: iso(5) })], about)
    expect(moved.open[0]).toEqual(known({}))
    const stop = { ...fresh, is_arrived: true }
    const late = planProposals(visits, [stop], [known({ state: 'ACCEPTED', happened_at: iso(5) })], about)
    expect(late.corrected).toEqual([{ ...known({ state: 'ACCEPTED' }), reported_at: iso(5) }])
    const same = [known({ state: 'ACCEPTED' }), known({ kind: 'DEPARTURE', happened_at: iso(30) })]
    expect(planProposals(visits, [stop], same, about)).toEqual({ open: [], corrected: [], overtaken: [] })
  })
})
