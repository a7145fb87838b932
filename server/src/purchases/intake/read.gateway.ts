import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { ReadDocument } from './document.rules.ts'
import type { readDocument } from './read.rules.ts'

const reading = task<typeof readDocument>(new URL('./read.rules.ts', import.meta.url), 'readDocument')

/** The largest document that may come (10 MB, 200,000 elements) takes some 3 s on a busy machine. */
const milliseconds = 10_000

/**
 * Reads a document of a supplier in a process of its own (LIMIT-15): XML and PDF files can be made to take seconds.
 * @param contentType of the request
 * @throws Problem what readDocument throws, too_complex, rate_limited, unavailable
 */
export function readIsolated(tenantId: string, body: Buffer, contentType: string): Promise<ReadDocument> {
  return runIsolated(reading, [body, contentType], { tenantId, milliseconds })
}
