import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../http/problem.ts'

// Work of tests: what it is given, it answers, refuses or never ends.

/** Answers what it was given. */
export function echo(value: unknown): unknown {
  return value
}

/** A sentence with values, deep in an answer. */
export function sentences() {
  return { found: [{ message: msg`${'Kade 12'} has ${msg`${3} gates`}.` }] }
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
  const item = errorItem('body.total', msg`must be ${10}`, { code: 'total' })
  throw new Problem('validation_failed', { errors: [item], headers: { 'retry-after': '7' } })
}

/** Fails as a fault of ours does. */
export function fail(): never {
  throw new TypeError('no such member')
}

/** What the process may do besides to think: names of what succeeded, and of the variables it sees. */
export async function reach(file: string, port: number): Promise<readonly string[]> {
  const attempts = {
    write: () => writeFileSync(file, 'x'),
    read: () => readFileSync('/etc/passwd'),
    start: () => execFileSync('true'),
    connect: () => once(connect(port, '127.0.0.1'), 'connect'),
  }
  const reached = Object.keys(process.env)
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt()
      reached.push(name)
    } catch {}
  }
  return reached
}

/** The process that does the work. */
export function processId(): number {
  return process.pid
}
