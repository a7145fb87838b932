/** Properties of a list item by which it is recognised in another version of the list. */
export interface Likeness {
  /**
   * Identifiers, the most reliable first, for example `reference:4711`. One shared by several items of a list
   * identifies none.
   */
  identities: readonly string[]
  /** The whole content as one text; equal texts mean equal items. */
  whole: string
  /** Weighted features by name. A feature that only one side has is not compared. */
  features: Readonly<Record<string, Feature>>
  /** Position in a sequence, if any, for items that have nothing else in common. */
  position?: number | undefined
}

/** One or several values, of which the two sides may share some. */
export interface Feature {
  weight: number
  values: readonly string[]
}

/**
 * Most items of the shorter list that are compared with each other; the rest of longer lists is matched by position.
 */
const mostCompared = 100
/** From this share of differences on, two items are not the same. */
const tooDifferent = 0.5

/**
 * ORD-19: finds for each item of `after` its counterpart in `before`: by identifiers, else by equal content, else by
 * the best assignment of mostly equal items. In lists of equal length, the remaining items are matched by position,
 * unless both have identifiers and share none. No item is matched twice.
 * @returns for each of `after` the index in `before`, undefined when it is new
 */
export function counterparts(before: readonly Likeness[], after: readonly Likeness[]): (number | undefined)[] {
  const found: (number | undefined)[] = after.map(() => undefined)
  const free = new Set(before.keys())
  const open = () => [...after.keys()].filter((index) => found[index] === undefined)
  const take = (index: number, match: number | undefined) => {
    if (match === undefined || found[index] !== undefined || !free.delete(match)) return
    found[index] = match
  }

  const [known, sent] = [owners(before), owners(after)]
  after.forEach(({ identities }, index) => {
    for (const identity of identities) {
      if (sent.get(identity)?.length !== 1 || known.get(identity)?.length !== 1) continue
      take(index, known.get(identity)![0])
    }
  })

  const whole = Map.groupBy(free, (index) => before[index]!.whole)
  for (const index of open()) take(index, whole.get(after[index]!.whole)?.shift())

  const [rows, columns] = [open(), [...free]]
  if (Math.min(rows.length, columns.length) <= mostCompared) {
    const cost = (row: number, column: number) => disagreement(before[columns[column]!]!, after[rows[row]!]!)
    const assigned = bestAssignment(rows, columns, cost)
    for (const [row, column] of assigned) take(rows[row]!, columns[column]!)
  }

  if (before.length !== after.length) return found
  const isOnly = before.length === 1
  const places = new Map([...free].map((index) => [before[index]!.position ?? index, index]))
  for (const index of open()) {
    const thing = after[index]!
    const match = places.get(thing.position ?? index)
    if (match !== undefined && (isOnly || !contradict(before[match]!, thing))) take(index, match)
  }
  return found
}

function owners(things: readonly Likeness[]): Map<string, number[]> {
  const owned = new Map<string, number[]>()
  things.forEach(({ identities }, index) => {
    for (const identity of identities) owned.set(identity, [...(owned.get(identity) ?? []), index])
  })
  return owned
}

function contradict(one: Likeness, other: Likeness): boolean {
  const isBoth = one.identities.length > 0 && other.identities.length > 0
  return isBoth && !other.identities.some((identity) => one.identities.includes(identity))
}

/** Share of the common features that differ, 0 to 1; also 1 without common features. */
function disagreement(before: Likeness, after: Likeness): number {
  let compared = 0
  let differing = 0
  for (const [name, { weight, values }] of Object.entries(after.features)) {
    const known = before.features[name]?.values ?? []
    if (values.length === 0 || known.length === 0) continue
    const common = values.filter((value) => known.includes(value)).length
    compared += weight
    differing += weight * (1 - Math.min(common, known.length) / Math.max(values.length, known.length))
  }
  return compared === 0 ? 1 : differing / compared
}

/** Pairs of row and column with the lowest total difference; ties keep their positions. */
function bestAssignment(
  rows: readonly number[],
  columns: readonly number[],
  cost: (row: number, column: number) => number,
): [row: number, column: number][] {
  if (rows.length > columns.length) {
    return bestAssignment(columns, rows, (row, column) => cost(column, row)).map(([row, column]) => [column, row])
  }
  const costs = rows.map((row, at) =>
    columns.map((column, to) => {
      const exact = cost(at, to)
      return exact >= tooDifferent ? 1 : exact + Math.abs(row - column) * 1e-9
    }),
  )
  return hungarian(costs, columns.length).filter(([row, column]) => costs[row]![column]! < tooDifferent)
}

/**
 * Hungarian method: assigns every row to its own column at the lowest total cost. There must not be more rows than
 * columns.
 */
function hungarian(costs: readonly (readonly number[])[], width: number): [row: number, column: number][] {
  // Counted from 1: row and column 0 are the start of a search.
  const ofRow = new Float64Array(costs.length + 1)
  const ofColumn = new Float64Array(width + 1)
  const rowAt = new Int32Array(width + 1)
  const cameFrom = new Int32Array(width + 1)
  for (let row = 1; row <= costs.length; row += 1) {
    rowAt[0] = row
    let column = 0
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
    const seen = new Uint8Array(width + 1)
    do {
      seen[column] = 1
      const current = rowAt[column]!
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let to = 1; to <= width; to += 1) {
        if (seen[to]) continue
        const reduced = costs[current - 1]![to - 1]! - ofRow[current]! - ofColumn[to]!
        if (reduced < least[to]!) {
          least[to] = reduced
          cameFrom[to] = column
        }
        if (least[to]! < step) {
          step = least[to]!
          next = to
        }
      }
      for (let to = 0; to <= width; to += 1) {
        if (seen[to]) {
          ofRow[rowAt[to]!]! += step
          ofColumn[to]! -= step
        } else {
          least[to]! -= step
        }
      }
      column = next
    } while (rowAt[column] !== 0)
    while (column !== 0) {
      const previous = cameFrom[column]!
      rowAt[column] = rowAt[previous]!
      column = previous
    }
  }
  const pairs: [number, number][] = []
  for (let column = 1; column <= width; column += 1) if (rowAt[column]) pairs.push([rowAt[column]! - 1, column - 1])
  return pairs
}
