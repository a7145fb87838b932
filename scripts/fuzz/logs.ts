import type { Scratch } from '../scratch.ts'
import { faultsIn } from './family.ts'

/** PostgreSQL settings to log the state and statement of every error. */
export const loggingSettings = {
  log_line_prefix: '%m [%p] %e ',
  log_min_error_statement: 'error',
}

/**
 * Expected error states: duplicate key, deadlock and serialisation failure, which are retried, and lock or statement
 * timeout.
 */
const expected: ReadonlySet<string> = new Set(['23505', '40001', '40P01', '55P03', '57014'])

/** PostgreSQL log entries that no request may cause, above all invalid statements and rejected values. */
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

/** Errors logged by the server. */
export function serverFaults(log: string): string | undefined {
  return faultsIn(
    log
      .split('\n')
      .filter((line) => /"level":(50|60)|internal_error/.test(line))
      .map((line) => line.slice(0, 600)),
  )
}

/** Secrets found in the log, by their first letters. */
export function leakedSecrets(log: string, secrets: readonly string[]): string | undefined {
  return faultsIn(
    secrets.filter((secret) => log.includes(secret)).map((secret) => `${secret.slice(0, 6)}… is in the log`),
  )
}
