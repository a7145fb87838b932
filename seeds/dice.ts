/** Repeatable chance: the same seed throws the same numbers. */
export interface Dice {
  /** A whole number from 0 to `sides - 1`. */
  below(sides: number): number
  /** One of a list. */
  pick<Item>(list: readonly Item[]): Item
  /** True in so many of a hundred cases. */
  isIn(percent: number): boolean
}

/** A linear congruential generator; its quality does not matter here. */
export function createDice(seed: number): Dice {
  let state = mixed(seed)
  const below = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  return { below, pick: (list) => list[below(list.length)]!, isIn: (percent) => below(100) < percent }
}

/** Seeds that follow each other begin far apart (the finaliser of MurmurHash3). */
function mixed(seed: number): number {
  let hash = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The day so many days after another one; both as YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}
