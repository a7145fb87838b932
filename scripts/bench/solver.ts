import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf } from '../../server/src/planning/solver/check.rules.ts'
import type { Problem } from '../../server/src/planning/solver/problem.rules.ts'
import { solve } from '../../server/src/planning/solver/search.rules.ts'
import { largeInstance, schemes } from './large-instances.ts'

/** What the solver finds for one public instance in ten seconds of one core. */
export interface SolvedInstance {
  name: string
  vehicles: number
  distance: number
  best_vehicles: number
  best_distance: number
  /** By how much its distance is longer than the best known, in percent. */
  gap: number
  left_out: number
  faults: number
  iterations: number
  seconds: number
}

export interface SolverFigures {
  instances: SolvedInstance[]
  mean_gap: number
  /** Of 1,000 customers, made by a published scheme; no best result is known of them. */
  large: Omit<SolvedInstance, 'best_vehicles' | 'best_distance' | 'gap'>[]
  /** Files of the folder that hold no instance, such as solutions. */
  passed_over: string[]
}

const milliseconds = 10_000
/** For instances of 1,000 customers. */
const longer = 30_000

/**
 * Solves Solomon's instances of a folder, each for ten seconds of processor time, so that other programs of the machine
 * do not count. Undefined when there is no folder: the instances are not a part of the project.
 */
export function solver(folder: string | undefined): SolverFigures | undefined {
  if (!folder || !existsSync(folder)) return undefined
  const best = bestKnown(readFileSync(join(folder, 'README.md'), 'utf8'))
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const instances: SolvedInstance[] = []
  const passed_over: string[] = []
  for (const file of names.toSorted()) {
    const name = file.slice(0, -4).toUpperCase()
    const problem = readInstance(readFileSync(join(folder, file), 'utf8'))
    const known = best.get(name)
    if (problem && known) instances.push(solved(name, problem, known))
    else passed_over.push(name)
  }
  const mean_gap = instances.reduce((sum, { gap }) => sum + gap, 0) / Math.max(1, instances.length)
  const large = schemes.map((scheme) => searched(scheme.name, readInstance(largeInstance(scheme))!, longer))
  return { instances, mean_gap, large, passed_over }
}

interface Best {
  vehicles: number
  distance: number
}

/** Best known results as the list of the folder writes them: `R101 19/1650.80`. */
function bestKnown(list: string): Map<string, Best> {
  const found = list.matchAll(/\b(?<name>[CR]C?\d{3}) (?<vehicles>\d+)\/(?<distance>\d+\.\d+)/g)
  return new Map(
    [...found].map(({ groups }) => [
      groups!.name!,
      { vehicles: Number(groups!.vehicles), distance: Number(groups!.distance) },
    ]),
  )
}

/** An instance in Solomon's format: number, x, y, demand, ready, due and service of the depot and each customer. */
export function readInstance(text: string): Problem | undefined {
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const points = rows.filter((row) => row.length === 7 && row.every(Number.isFinite))
  const fleet = /CAPACITY\s+(?<count>\d+)\s+(?<capacity>\d+)/.exec(text)?.groups
  if (!fleet || points.length < 2) return undefined
  const distances = points.flatMap(([, x, y]) => points.map(([, a, b]) => Math.hypot(x! - a!, y! - b!)))
  const [, , , , from, to] = points[0]!
  const vehicle = { start: 0, end: 0, from: from!, to: to!, capacity: [Number(fleet.capacity)], cost: 0, kind: 0 }
  return {
    ...{ locations: points.length, distances, minutes: distances, dimensions: 1, driving: null, fewest_vehicles: true },
    vehicles: Array.from({ length: Number(fleet.count) }, () => ({ ...vehicle, worked: null })),
    jobs: points.slice(1).map(([, , , demand, ready, due, service], at) => ({
      tasks: [{ location: at + 1, service: service!, windows: [[ready!, due!]], load: [demand!] }],
      vehicles: null,
    })),
  }
}

function solved(name: string, problem: Problem, best: Best): SolvedInstance {
  const found = searched(name, problem, milliseconds)
  const gap = (found.distance / best.distance - 1) * 100
  return { ...found, best_vehicles: best.vehicles, best_distance: best.distance, gap }
}

function searched(name: string, problem: Problem, time: number): SolverFigures['large'][number] {
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  const began = cpu()
  const solution = solve(problem, { seed: 1, iterations: 1e9, milliseconds: time, now: cpu })
  return {
    name,
    vehicles: solution.ways.length,
    distance: solution.distance,
    left_out: solution.left_out.length,
    faults: faultsOf(problem, solution).length,
    iterations: solution.iterations,
    seconds: (cpu() - began) / 1_000,
  }
}

/** The figures as a section of docs/benchmarks.md. */
export function solverLines(figures: SolverFigures | undefined): string[] {
  if (!figures) return []
  const rows = figures.instances.map((one) => {
    const ours = `${one.vehicles} / ${one.distance.toFixed(2)}`
    const known = `${one.best_vehicles} / ${one.best_distance.toFixed(2)}`
    return `| ${one.name} | ${ours} | ${known} | ${one.gap.toFixed(2)} % | ${one.vehicles - one.best_vehicles} | ${one.faults + one.left_out} |`
  })
  const more = Math.max(0, ...figures.instances.map((one) => one.vehicles - one.best_vehicles))
  return [
    '## Suggested trips',
    '',
    "Solomon's instances of 100 customers, ten seconds of one core each, against the best known results (vehicles / distance).",
    '',
    '| Instance | Ours | Best known | Gap of distance | Vehicles more | Faults |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    `Mean gap of distance ${figures.mean_gap.toFixed(2)} % (target: at most 5 %), at most ${more} vehicles more (target: 1).`,
    '',
    'Instances of 1,000 customers and 250 vehicles, made after the scheme of Gehring and Homberger, thirty seconds of one core each.',
    '',
    '| Instance | Vehicles / distance | Changes tried | Faults |',
    '|---|---|---|---|',
    ...figures.large.map(
      (one) =>
        `| ${one.name} | ${one.vehicles} / ${one.distance.toFixed(2)} | ${one.iterations} | ${one.faults + one.left_out} |`,
    ),
    '',
  ]
}
