import { said } from '@cartage/contract/said'
import { errorItem, Problem } from '../http/problem.ts'

// Work for threads of tests: what it is given, it answers, refuses or never ends.

/** Answers what it was given. */
export function echo(value: unknown): unknown {
  return value
}

/** A sentence with values, deep in an answer. */
export function sentences() {
  return { found: [{ message: said`${'Kade 12'} has ${said`${3} gates`}.` }] }
}

/** Never ends. */
export function forever(): void {
  for (;;);
}

/** Takes memory without end. */
export function fill(): number {
  const kept: number[][] = []
  for (;;) kept.push(new Array<number>(4_000_000).fill(kept.length))
}

/** Calls itself without end. */
export function deeper(level: number): number {
  return 1 + deeper(level + 1)
}

/** Refuses with a Problem. */
export function refuse(): never {
  const item = errorItem('body.total', said`must be ${10}`, { code: 'total' })
  throw new Problem('validation_failed', { errors: [item], headers: { 'retry-after': '7' } })
}

/** Fails as a fault of ours does. */
export function fail(): never {
  throw new TypeError('no such member')
}
