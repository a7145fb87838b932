import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftBounds } from '../../trips/hours/bounds.rules.ts'
import type { Duty } from '../../trips/hours/duties.model.ts'
import { mondayOf, regulation } from '../../trips/hours/law.rules.ts'
import { timelineOf } from '../../trips/hours/rules.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'
import type { Job, Problem, Way } from './problem.rules.ts'
import { solve } from './search.rules.ts'

const many = 8
const days = 4
const place = fc.record({ x: fc.nat(700), y: fc.nat(700) })
const load = fc.record({ day: fc.nat(days - 2), from: fc.nat(many - 1), to: fc.nat(many - 1), isOpen: fc.boolean() })

test('HOURS-3: each route found by the solver has a lawful timeline at its times', () => {
  const drawn = fc.record({
    places: fc.array(place, { minLength: many, maxLength: many }),
    loads: fc.array(load, { minLength: 4, maxLength: 10 }),
  })
  fc.assert(
    fc.property(drawn, ({ places, loads }) => {
      const distances = places.flatMap((one) => places.map((other) => Math.hypot(one.x - other.x, one.y - other.y)))
      const minutes = distances.map((km) => Math.round((km / 70) * 60))
      const jobs = loads.map(({ day, from, to, isOpen }): Job => {
        const opens = day * 1440 + 420
        const pickup = {
          location: from,
          service: 30,
          windows: isOpen ? [] : [[opens, opens + 600] as const],
          load: [1],
        }
        return { vehicles: null, tasks: [pickup, { location: to, service: 30, windows: [], load: [-1] }] }
      })
      const vehicles = [0, 1, 2].map((kind) => ({
        ...{ kind, start: kind, end: null, from: 300, to: days * 1440, capacity: [4], cost: 30 },
        worked: { begin: 300, driven: 0, since_break: 0 },
      }))
      const world = { locations: many, distances, minutes, dimensions: 1, vehicles, jobs }
      const problem: Problem = { ...world, driving: shiftBounds, fewest_vehicles: false }
      for (const way of solve(problem, { seed: 1, iterations: 100 }).ways) {
        const duties = dutiesOf(problem, way)
        expect(timelineOf(duties, restedAt(duties[0]!.windows[0]![0]), regulation)).toHaveProperty('end')
      }
    }),
    { numRuns: 20 },
  )
})

function dutiesOf({ jobs, minutes, locations }: Problem, { visits }: Way): Duty[] {
  const tasks = visits.map(({ job, task }) => jobs[job]!.tasks[task]!)
  return visits.map(({ begin }, at): Duty => {
    const before = tasks[at - 1]
    const from = mondayOf(2900) + begin
    const driving = before ? minutes[before.location * locations + tasks[at]!.location]! : 0
    return { driving, work: tasks[at]!.service, windows: [[from, from]] }
  })
}
