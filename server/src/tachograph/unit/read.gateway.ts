import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { ReadUnit, readUnitCards } from './rules.ts'

const reading = task<typeof readUnitCards>(new URL('./rules.ts', import.meta.url), 'readUnitCards')

/** A year takes some 100 milliseconds. */
const milliseconds = 5_000

/**
 * Reads a download of a vehicle unit in a process of its own (TACHO-11, LIMIT-15).
 * @throws Problem what readUnitCards throws, too_complex, rate_limited, unavailable
 */
export function readUnitIsolated(tenantId: string, bytes: Buffer): Promise<ReadUnit> {
  return runIsolated(reading, [bytes], { tenantId, milliseconds })
}
