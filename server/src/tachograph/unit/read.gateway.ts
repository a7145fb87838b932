import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { ReadUnit, readUnitCards } from './rules.ts'

const reading = task<typeof readUnitCards>(new URL('./rules.ts', import.meta.url), 'readUnitCards')

/** Timeout; a year of data takes some 100 milliseconds. */
const milliseconds = 5_000

/**
 * Reads a download of a vehicle unit in a separate process (TACHO-11, LIMIT-15).
 * @throws Problem those of readUnitCards, and too_complex, rate_limited, unavailable
 */
export function readUnitIsolated(tenantId: string, bytes: Buffer): Promise<ReadUnit> {
  return runIsolated(reading, [bytes], { tenantId, milliseconds })
}
