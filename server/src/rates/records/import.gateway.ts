import type { TariffTableDoc } from '@cartage/contract/rates/app/tariff-table'
import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { ReadTable, readTable, TableRows } from './import.rules.ts'

const reading = task<typeof readTable>(new URL('./import.rules.ts', import.meta.url), 'readTable')

/** The largest table takes about 200 ms on a busy machine. */
const milliseconds = 5_000

/**
 * Reads a tariff table in a separate process (LIMIT-15), see readTable.
 * @throws Problem too_complex, rate_limited, unavailable
 */
export function readTableIsolated(
  tenantId: string,
  given: TableRows,
  previous: TariffTableDoc | undefined,
): Promise<ReadTable> {
  return runIsolated(reading, [given, previous], { tenantId, milliseconds })
}
