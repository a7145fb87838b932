/** Pseudorandom values that are reproducible from a seed, so that samples can be repeated. */
export interface Random {
  /** A whole number from `least` to `most`. */
  readonly whole: (least: number, most: number) => number
  /** One of the given members. */
  readonly pick: <T>(members: readonly T[]) => T
  /** An amount between two bounds, with two decimal places. */
  readonly amount: (least: number, most: number) => string
}

/** Random generator from a seed (mulberry32). */
export function randomBy(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const cents = (amount: number) => Math.round(amount * 100)
  return {
    whole,
    pick: (members) => members[whole(0, members.length - 1)]!,
    amount: (least, most) => (whole(cents(least), cents(most)) / 100).toFixed(2),
  }
}
