import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { DriverCard, readDriverCard } from './rules.ts'

const reading = task<typeof readDriverCard>(new URL('./rules.ts', import.meta.url), 'readDriverCard')

/** Timeout; a card normally takes some milliseconds. */
const milliseconds = 5_000

/**
 * Reads a download of a driver card in a separate process (TACHO-4, LIMIT-15).
 * @throws Problem those of readDriverCard, and too_complex, rate_limited, unavailable
 */
export function readCardIsolated(tenantId: string, bytes: Buffer): Promise<DriverCard> {
  return runIsolated(reading, [bytes], { tenantId, milliseconds })
}
