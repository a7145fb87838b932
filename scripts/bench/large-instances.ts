import { type Random, seededRandom } from '../../server/src/planning/solver/random.rules.ts'

/** How an instance is made: customers by chance, in clusters or half of each; a short or a long day; the share with windows. */
interface Scheme {
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
const seed = 7

/** An instance in Solomon's format, made after the published scheme: theirs are not a part of the project. */
export function largeInstance({ name, places, isLong, share }: Scheme): string {
  const random = seededRandom(seed)
  const isClustered = places === 'C'
  const day = isLong ? (isClustered ? 3914 : 7697) : isClustered ? 1824 : 1925
  const service = isClustered ? 90 : 10
  const capacity = isLong ? (isClustered ? 700 : 1_000) : 200
  const narrow = places === 'R' ? 25 : 60
  const rows = pointsOf(places, isLong ? 30 : 10, random).map(([x, y], at) => {
    const away = Math.hypot(x - side / 2, y - side / 2)
    const usual = Math.max(1, Math.min(50, Math.round(18 + normal(random) * 10)))
    const demand = isClustered ? 10 * (1 + random.below(4)) : usual
    const [first, last] = [Math.ceil(away), Math.floor(day - away - service)]
    if (random.next() >= share) return [at + 1, x, y, demand, first, last, service]
    const middle = first + random.next() * (last - first)
    const half = isLong ? 60 + random.next() * 200 : 5 + random.next() * narrow
    return [
      ...[at + 1, x, y, demand],
      ...[Math.max(first, Math.round(middle - half)), Math.min(last, Math.round(middle + half)), service],
    ]
  })
  const depot = [0, side / 2, side / 2, 0, 0, day, 0]
  const head = [name, '', 'VEHICLE', 'NUMBER CAPACITY', ` 250 ${capacity}`, '', 'CUSTOMER', '']
  return [...head, ...[depot, ...rows].map((row) => row.join(' '))].join('\n')
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
