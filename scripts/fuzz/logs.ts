import type { Scratch } from '../scratch.ts'
import { faultsIn } from './family.ts'

/** Settings of PostgreSQL with which its log says the state of every error, and the statement. */
export const loggingSettings = {
  log_line_prefix: '%m [%p] %e ',
  log_min_error_statement: 'error',
}

/**
 * States of errors that statements are written to meet: a key that is taken, two that waited for each other and one of
 * which is run again, a lock or a statement that took too long.
 */
const expected: ReadonlySet<string> = new Set(['23505', '40001', '40P01', '55P03', '57014'])

/** What PostgreSQL logged that no request may bring about: above all statements it could not read and values it refused. */
export function sqlFaults(scratch: Scratch, from: number): string | undefined {
  const lines = scratch.databaseLog().slice(from).split('\n')
  const faults = lines.flatMap((line, at) => {
    const [, state] = /^\S+ \S+ \S+ \[\d+\] (\w{5}) (?:ERROR|FATAL|PANIC): /.exec(line) ?? []
    return state === undefined || expected.has(state)
      ? []
      : [`${line.slice(0, 300)} ${lines[at + 1]?.slice(0, 300) ?? ''}`]
  })
  return faultsIn([...new Set(faults)])
}

/** Errors that the server logged. */
export function serverFaults(log: string): string | undefined {
  return faultsIn(
    log
      .split('\n')
      .filter((line) => /"level":(50|60)|internal_error/.test(line))
      .map((line) => line.slice(0, 600)),
  )
}

/** Secrets that are in the log, by their first letters. */
export function leakedSecrets(log: string, secrets: readonly string[]): string | undefined {
  return faultsIn(
    secrets.filter((secret) => log.includes(secret)).map((secret) => `${secret.slice(0, 6)}… is in the log`),
  )
}
