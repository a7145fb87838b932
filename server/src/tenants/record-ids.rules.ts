import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import { errorItem } from '../http/problem.ts'

/** Whether new records may have ids from the caller, and which are taken. */
export interface RecordIds {
  /** The setting `accepts_record_ids` of the tenant. */
  readonly isAccepted: boolean
  /** Ids of existing records; accepted rows add theirs. */
  readonly taken: Set<string>
}

/** For rows without ids. */
export const noRecordIds: RecordIds = { isAccepted: false, taken: new Set() }

/**
 * Why a record cannot have the id given by the caller; undefined when it can, and the id is then taken.
 * @param current id of the existing record, which never changes
 */
export function recordIdFault(
  id: string | null | undefined,
  current: string | undefined,
  { isAccepted, taken }: RecordIds,
): ErrorItem | undefined {
  if (id == null || id === current) return undefined
  if (current !== undefined) {
    return errorItem(
      'id',
      msg`This record already exists with the id ${current}. An id cannot be changed.`,
      'id_differs',
    )
  }
  if (!isAccepted) {
    const message = 'This tenant does not accept ids for new records. Ask a Super admin to turn on accepts_record_ids.'
    return errorItem('id', message, 'ids_not_accepted')
  }
  if (taken.has(id)) return errorItem('id', msg`Another record already has the id ${id}.`, 'id_taken')
  taken.add(id)
  return undefined
}
