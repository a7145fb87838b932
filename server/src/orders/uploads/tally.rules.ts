import type { Answer } from '@cartage/contract/endpoint'
import type { countUploads } from '@cartage/contract/orders/app/uploads'
import { tallyMembers } from '../../messages/tallies.rules.ts'
import type { UploadTally } from './list.views.ts'

const mostSenders = 100

/** Counts next to the filters of the list of uploads: each member with the other filters applied. */
export function tallyOfUploads(
  rows: readonly UploadTally[],
  chosen: {
    status?: string | undefined
    source?: string | undefined
    sent_by?: string | undefined
    cause?: string | undefined
  },
): Answer<typeof countUploads> {
  const tallies = tallyMembers(['status', 'source', 'sent_by', 'cause'], rows, {
    status: chosen.status,
    source: chosen.source,
    sent_by: chosen.sent_by,
    cause: chosen.cause,
  })
  const names = new Map(rows.map(({ sent_by, name }) => [sent_by, name]))
  const senders = Object.entries(tallies.sent_by)
    .filter(([sent_by]) => sent_by !== '')
    .map(([sent_by, count]) => ({ sent_by, name: names.get(sent_by) ?? null, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostSenders)
  const { '': _none, ...by_cause } = tallies.cause
  return { by_status: tallies.status, by_source: tallies.source, by_cause, senders }
}
