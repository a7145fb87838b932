import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../http/problem.ts'

// Work for tests of isolation: it answers, rejects or never ends.

/** Returns its input. */
export function echo(value: unknown): unknown {
  return value
}

/** A sentence with values, nested in an answer. */
export function sentences() {
  return { found: [{ message: msg`${'Kade 12'} has ${msg`${3} gates`}.` }] }
}

/** Never ends. */
export function forever(): void {
  for (;;);
}

/** Allocates memory without limit. */
export function fill(): number {
  const kept: number[][] = []
  for (;;) kept.push(new Array<number>(4_000_000).fill(kept.length))
}

/** Recurses without limit. */
export function deeper(level: number): number {
  return 1 + deeper(level + 1)
}

/** Refuses with a Problem. */
export function refuse(): never {
  const item = errorItem('body.total', msg`must be ${10}`, { code: 'total' })
  throw new Problem('validation_failed', { errors: [item], headers: { 'retry-after': '7' } })
}

/** Fails with an unexpected error. */
export function fail(): never {
  throw new TypeError('no such member')
}

/** Probes the sandbox of the process: names of successful actions, and of visible environment variables. */
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

/** Id of the worker process. */
export function processId(): number {
  return process.pid
}
