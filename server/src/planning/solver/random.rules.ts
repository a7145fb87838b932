/** Pseudorandom numbers, the same for the same seed. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `below`. */
  below(below: number): number
}

/** A generator with 32 bits of state (mulberry32): fast, and good enough for a search. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (below) => Math.floor(next() * below) }
}
