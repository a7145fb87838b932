/** A route found: its jobs, its kind of vehicle, and its cost. */
export interface Column {
  kind: number
  jobs: readonly number[]
  cost: number
}

/** The jobs and limits for choosing routes. */
export interface Choice {
  columns: readonly Column[]
  /** Jobs that must be done, each on exactly one route. */
  jobs: readonly number[]
  /** Maximum number of routes of each kind, and in total. */
  ofKind: ReadonlyMap<number, number>
  most: number
  /** Only solutions that cost less than this are searched for. */
  below: number
}

/** Steps of the price search, and maximum number of routes tried. */
const steps = 300
const tries = 200_000

/** Column-major table of routes: the rows of column `c` are `rows[from[c]]` to `rows[from[c + 1]]`, exclusive. */
interface Table {
  rows: Int32Array
  from: Int32Array
  costs: Float64Array
  /** Number of jobs. */
  height: number
}

/**
 * Chooses routes that cover each job once at a lower cost than the known one. Lagrangian prices of the jobs bound the
 * remaining cost, then a depth-first search tries the routes that the prices do not rule out.
 * @returns indexes of columns, or undefined when none was found
 */
export function partitioned(choice: Choice): number[] | undefined {
  const { columns, jobs, below, most } = choice
  const rowOf = new Map(jobs.map((job, row) => [job, row]))
  const rows = columns.flatMap((column) => column.jobs.map((job) => rowOf.get(job) ?? -1))
  const from = new Int32Array(columns.length + 1)
  for (const [at, column] of columns.entries()) from[at + 1] = from[at]! + column.jobs.length
  const costs = Float64Array.from(columns, ({ cost }) => cost)
  const table = { rows: Int32Array.from(rows), from, costs, height: jobs.length }
  const priced = pricesOf(table, most, below)
  const open = [...columns.keys()].filter((at) => priced.bound + Math.max(0, priced.reduced[at]!) < below - least)
  return chosen(choice, table, priced, open)
}

/** Smallest improvement that counts. */
const least = 1e-6

interface Priced {
  /** Lower bound for the cost of any choice. */
  bound: number
  /** Reduced cost: cost of a column minus the prices of its jobs. */
  reduced: Float64Array
}

function pricesOf(table: Table, most: number, below: number): Priced {
  const { rows, from, costs, height } = table
  const many = costs.length
  const prices = firstPrices(table)
  let each = 0
  let best: Priced = { bound: -Infinity, reduced: new Float64Array(many) }
  let [scale, since] = [1, 0]
  const reduced = new Float64Array(many)
  const times = new Int32Array(height)
  for (let step = 0; step < steps && best.bound < below - least; step += 1) {
    times.fill(1)
    let bound = prices.reduce((sum, price) => sum + price, 0) - each * most
    let used = -most
    for (let at = 0; at < many; at += 1) {
      let cost = costs[at]! + each
      for (let place = from[at]!; place < from[at + 1]!; place += 1) cost -= prices[rows[place]!]!
      reduced[at] = cost
      if (cost >= 0) continue
      bound += cost
      used += 1
      for (let place = from[at]!; place < from[at + 1]!; place += 1) times[rows[place]!]! -= 1
    }
    since += 1
    if (bound > best.bound + least) {
      best = { bound, reduced: reduced.slice() }
      since = 0
    } else if (since >= 15) {
      scale /= 2
      since = 0
    }
    const square = times.reduce((sum, one) => sum + one * one, 0) + (used > 0 || each > 0 ? used * used : 0)
    if (square === 0) break
    const pace = (scale * (below - bound)) / square
    for (let row = 0; row < height; row += 1) prices[row]! += pace * times[row]!
    each = Math.max(0, each + pace * used)
  }
  return best
}

/** Initial price of each job: its share of its cheapest column. */
function firstPrices({ rows, from, costs, height }: Table): Float64Array {
  const prices = new Float64Array(height).fill(Infinity)
  for (let at = 0; at < costs.length; at += 1) {
    const share = costs[at]! / (from[at + 1]! - from[at]!)
    for (let place = from[at]!; place < from[at + 1]!; place += 1) {
      const row = rows[place]!
      if (share < prices[row]!) prices[row] = share
    }
  }
  return prices.map((price) => (Number.isFinite(price) ? price : 0))
}

/** Depth-first search, starting with the job that has the fewest columns. */
function chosen(
  choice: Choice,
  table: Table,
  { bound, reduced }: Priced,
  open: readonly number[],
): number[] | undefined {
  const { rows, from, costs, height } = table
  const { columns, ofKind, most } = choice
  const onRow = Array.from({ length: height }, (): number[] => [])
  for (const at of open.toSorted((one, other) => reduced[one]! - reduced[other]! || one - other)) {
    for (let place = from[at]!; place < from[at + 1]!; place += 1) onRow[rows[place]!]!.push(at)
  }
  const order = [...onRow.keys()].sort((one, other) => onRow[one]!.length - onRow[other]!.length || one - other)
  const isDone = new Uint8Array(height)
  const left = new Map(ofKind)
  const path: number[] = []
  let below = choice.below - least
  let best: number[] | undefined
  let tried = 0
  const fits = (at: number) => {
    for (let place = from[at]!; place < from[at + 1]!; place += 1) if (isDone[rows[place]!] === 1) return false
    return (left.get(columns[at]!.kind) ?? 0) > 0
  }
  const mark = (at: number, value: 0 | 1) => {
    for (let place = from[at]!; place < from[at + 1]!; place += 1) isDone[rows[place]!] = value
    const { kind } = columns[at]!
    left.set(kind, left.get(kind)! + (value === 1 ? -1 : 1))
  }
  const descend = (first: number, low: number, cost: number) => {
    let turn = first
    while (turn < height && isDone[order[turn]!] === 1) turn += 1
    if (turn === height) {
      if (cost < below) [best, below] = [[...path], cost]
      return
    }
    if (path.length >= most) return
    for (const at of onRow[order[turn]!]!) {
      const higher = low + Math.max(0, reduced[at]!)
      // Later ones cost even more.
      if (higher >= below || tried >= tries) return
      tried += 1
      if (!fits(at)) continue
      mark(at, 1)
      path.push(at)
      descend(turn + 1, higher, cost + costs[at]!)
      path.pop()
      mark(at, 0)
    }
  }
  descend(0, bound, 0)
  return best
}
