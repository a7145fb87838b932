import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { ReadDocument } from './document.rules.ts'
import type { readDocument } from './read.rules.ts'

const reading = task<typeof readDocument>(new URL('./read.rules.ts', import.meta.url), 'readDocument')

/** The largest accepted document (10 MB, 200,000 elements) takes about 3 s on a busy machine. */
const milliseconds = 10_000

/**
 * Reads a supplier's document in a separate process (LIMIT-15), because crafted XML and PDF files can take seconds.
 * @param contentType of the request
 * @throws Problem any problem of readDocument, too_complex, rate_limited, unavailable
 */
export function readIsolated(tenantId: string, body: Buffer, contentType: string): Promise<ReadDocument> {
  return runIsolated(reading, [body, contentType], { tenantId, milliseconds })
}
