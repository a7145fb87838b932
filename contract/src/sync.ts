import { z } from 'zod'
import { ErrorItem } from './errors.ts'
import { UuidOut } from './scalars.ts'

/** Maximum number of rows per synchronisation. */
export const mostSyncRows = 20_000

/** Maximum body size of a synchronisation in bytes: 16 MiB. */
export const syncBodyLimit = 16 * 1024 * 1024

/** Id given by a row for a record that does not exist yet. */
export const CarriedId = z
  .uuid({ version: 'v4', error: 'must be a UUID of version 4' })
  .transform((id) => id.toLowerCase())
  .meta({ type: 'string', format: 'uuid' })
  .nullish()
  .describe(
    'Id of a new record: the id it has in the installation it comes from. The setting accepts_record_ids of ' +
      'the tenant has to allow it. A record that exists keeps its id.',
  )

/** Outcome of one row, or of a record missing from the list. */
export const SyncOutcome = z.enum(['CREATED', 'UPDATED', 'DELETED', 'UNCHANGED', 'REFUSED']).meta({ id: 'SyncOutcome' })
export type SyncOutcome = z.output<typeof SyncOutcome>

/** Result of one row, or of a record missing from the list. */
export const SyncResult = z
  .object({
    index: z.int().nullable().describe('Place of the row in items, from 0; null for a record that is not in items.'),
    outcome: SyncOutcome.describe('DELETED: no longer in the list, so removed, or archived where records are kept.'),
    id: UuidOut.nullable().describe('Id of the record; null when none was created.'),
    errors: z.array(ErrorItem).min(1).optional().describe('Why the row was rejected. Present on REFUSED only.'),
  })
  .meta({ id: 'SyncResult' })
export type SyncResult = z.output<typeof SyncResult>

/** Effect of a synchronisation, actual or in a dry run. */
export const SyncResponse = z
  .object({
    created: z.int().min(0).describe('How many records were created.'),
    updated: z.int().min(0).describe('How many records were changed.'),
    deleted: z.int().min(0).describe('How many records of the source were not in the list: removed or archived.'),
    unchanged: z.int().min(0).describe('How many records already matched the list.'),
    refused: z.int().min(0).describe('How many rows were rejected; their records stay unchanged.'),
    dry_run: z.boolean().describe('True: nothing was saved.'),
    results: z.array(SyncResult).describe('One per row, in their order; then one per record that was left out.'),
  })
  .meta({ id: 'SyncResponse' })
export type SyncResponse = z.output<typeof SyncResponse>

/**
 * Members of one source's full list. Spread into the request of each synchronisation, which adds limits of the list,
 * such as a time window.
 */
export function syncMembers<Item extends z.ZodType>(item: Item) {
  return {
    source: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('Name of the program or system that sends the list. Records of other sources are not changed.'),
    dry_run: z
      .boolean()
      .optional()
      .describe('Report what would change without changing anything.')
      .meta({ default: false }),
    items: z.array(item).max(mostSyncRows).describe('Everything the source knows: what is not in it goes.'),
  }
}

/** Response with counted results. `results` are in row order. */
export function syncResponse(results: SyncResult[], isDryRun: boolean): SyncResponse {
  const count = (outcome: SyncOutcome) => results.filter((result) => result.outcome === outcome).length
  return {
    created: count('CREATED'),
    updated: count('UPDATED'),
    deleted: count('DELETED'),
    unchanged: count('UNCHANGED'),
    refused: count('REFUSED'),
    dry_run: isDryRun,
    results,
  }
}
