import { type Random, seededRandom } from '../../server/src/planning/solver/random.rules.ts'

/** How an instance is made: customers by chance, in clusters or half of each; a short or a long day; the share with windows. */
export interface Scheme {
  name: string
  places: 'R' | 'C' | 'RC'
  isLong: boolean
  share: number
}

/** Three of the six kinds of Gehring and Homberger (1999), with 1,000 customers. */
export const schemes: readonly Scheme[] = [
  { name: 'R1, 75 % with windows', places: 'R', isLong: false, share: 0.75 },
  { name: 'RC2, 25 % with windows', places: 'RC', isLong: true, share: 0.25 },
  { name: 'C1, 75 % with windows', places: 'C', isLong: false, share: 0.75 },
]

const customers = 1_000
const side = 500

/**
 * An instance in Solomon's format, made after the published scheme: theirs are not a part of the project. Windows of clustered customers
 * lie around the times of one route through each cluster, as Solomon made them, so that one vehicle for each cluster is enough.
 */
export function largeInstance({ name, places, isLong, share }: Scheme, seed = 7): string {
  const random = seededRandom(seed)
  const isClustered = places === 'C'
  const day = isLong ? (isClustered ? 3914 : 7697) : isClustered ? 1824 : 1925
  const service = isClustered ? 90 : 10
  const capacity = isLong ? (isClustered ? 700 : 1_000) : 200
  const narrow = places === 'R' ? 25 : 60
  const each = isLong ? 30 : 10
  const points = pointsOf(places, each, random)
  const demands = isClustered ? demandsOf(Math.floor(customers / each), capacity, random) : []
  const times = isClustered ? timesOf(points, Math.floor(customers / each), service) : []
  const rows = points.map(([x, y], at) => {
    const away = Math.hypot(x - side / 2, y - side / 2)
    const usual = Math.max(1, Math.min(50, Math.round(18 + normal(random) * 10)))
    const demand = demands[at] ?? usual
    const [first, last] = [Math.ceil(away), Math.floor(day - away - service)]
    if (random.next() >= share) return [at + 1, x, y, demand, first, last, service]
    const middle = times[at] ?? first + random.next() * (last - first)
    const half = isLong ? 60 + random.next() * 200 : (isClustered ? 20 : 5) + random.next() * narrow
    return [
      ...[at + 1, x, y, demand],
      ...[Math.max(first, Math.round(middle - half)), Math.min(last, Math.round(middle + half)), service],
    ]
  })
  const depot = [0, side / 2, side / 2, 0, 0, day, 0]
  const head = [name, '', 'VEHICLE', 'NUMBER CAPACITY', ` 250 ${capacity}`, '', 'CUSTOMER', '']
  return [...head, ...[depot, ...rows].map((row) => row.join(' '))].join('\n')
}

/** Tens, 18 on average, so that each cluster fits on one vehicle. */
function demandsOf(clusters: number, capacity: number, random: Random): number[] {
  const left = Array.from({ length: clusters }, () => capacity)
  return Array.from({ length: customers }, (_, at) => {
    const cluster = at % left.length
    const later = 10 * Math.floor((customers - 1 - at) / left.length)
    const drawn = [10, 10, 10, 10, 20, 20, 20, 30, 30, 40][random.below(10)]!
    const demand = Math.max(10, Math.min(drawn, left[cluster]! - later))
    left[cluster]! -= demand
    return demand
  })
}

/** When one vehicle comes to each customer that drives through its cluster, each time to the nearest. */
function timesOf(points: readonly (readonly [number, number])[], clusters: number, service: number): number[] {
  const times: number[] = []
  for (let cluster = 0; cluster < clusters; cluster += 1) {
    const left = points.map((_, at) => at).filter((at) => at % clusters === cluster)
    let [x, y] = [side / 2, side / 2]
    let time = 0
    while (left.length > 0) {
      const away = (at: number) => Math.hypot(points[at]![0] - x, points[at]![1] - y)
      const next = left.reduce((one, other) => (away(other) < away(one) ? other : one))
      time += away(next)
      times[next] = time
      time += service
      ;[x, y] = points[next]!
      left.splice(left.indexOf(next), 1)
    }
  }
  return times
}

function pointsOf(places: Scheme['places'], each: number, random: Random): [number, number][] {
  const somewhere = () => random.next() * side
  const clusters = Array.from({ length: customers / each }, () => [somewhere(), somewhere()] as const)
  const within = (value: number) => Math.round(Math.min(side, Math.max(0, value)))
  return Array.from({ length: customers }, (_, at): [number, number] => {
    if (places === 'R' || (places === 'RC' && at % 2 === 0)) return [Math.floor(somewhere()), Math.floor(somewhere())]
    const [x, y] = clusters[at % clusters.length]!
    return [within(x + normal(random) * 6), within(y + normal(random) * 6)]
  })
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random.next() || 1e-12)) * Math.cos(2 * Math.PI * random.next())
}
