import type { Connection } from '../../server/src/db/pool.ts'
import { capture } from './load.ts'

/** Transactions per second of one script: 8 clients, 2 threads, prepared, same durability as the server. */
export async function runPgbench(
  path: string,
  connection: Connection,
  script: string,
  seconds: number,
): Promise<number> {
  const args = ['-n', '-c', '8', '-j', '2', '-M', 'prepared', '-T', String(seconds), '-f', script]
  const where = ['-h', connection.host!, '-p', String(connection.port), '-U', connection.user!, connection.database!]
  const output = await capture(path, [...args, ...where], { PGPASSWORD: connection.password ?? '' })
  const rate = /^tps = ([\d.]+)/m.exec(output)?.[1]
  if (!rate) throw new Error(`pgbench gave no rate:\n${output}`)
  return Number(rate)
}
