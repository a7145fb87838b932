import { msg } from '@cartage/contract/message'
import type { ResourceSyncItem } from '@cartage/contract/resources/sync'
import type { SyncResult } from '@cartage/contract/sync'
import { errorItem, Problem } from '../http/problem.ts'
import { noRecordIds, type RecordIds, recordIdFault } from '../tenants/record-ids.rules.ts'
import { type KnownReferences, referenceFaults } from './references.rules.ts'
import { differs, type ResourceRecord, wholeResource } from './rules.ts'

/** Options of applying a list. */
export interface SyncOptions {
  readonly ids: RecordIds
  /** True for a partial list: missing resources stay. */
  readonly keepsOthers: boolean
}

/** Rows to write, and the result of every row. */
export interface SyncPlan {
  created: ResourceRecord[]
  /** Updated records with their previous state, including restored ones. */
  updated: { before: ResourceRecord; after: ResourceRecord }[]
  archived: ResourceRecord[]
  results: SyncResult[]
}

/**
 * Compares the full list of a source with its stored records. A refused row leaves its record unchanged.
 * @param known every record of the source, including archived ones
 */
export function planSync(
  source: string,
  items: readonly ResourceSyncItem[],
  known: readonly ResourceRecord[],
  found: KnownReferences,
  newId: () => string,
  options: SyncOptions = { ids: noRecordIds, keepsOthers: false },
): SyncPlan {
  const kept = new Map(known.map((record) => [record.external_id, record]))
  const seen = new Set<string>()
  const plan: SyncPlan = { created: [], updated: [], archived: [], results: [] }
  items.forEach((item, index) => {
    const current = kept.get(item.external_id)
    const isRepeated = seen.has(item.external_id)
    seen.add(item.external_id)
    const change = isRepeated
      ? repeated(item, index)
      : decideRow(source, item, index, current, { found, newId, ids: options.ids })
    plan.results.push(change.result)
    if (!change.record) return
    if (current) plan.updated.push({ before: current, after: change.record })
    else plan.created.push(change.record)
  })
  for (const record of options.keepsOthers ? [] : known) {
    if (record.is_archived || seen.has(record.external_id)) continue
    plan.archived.push({ ...record, is_archived: true })
    plan.results.push({ index: null, outcome: 'DELETED', id: record.resource_id })
  }
  return plan
}

interface Row {
  result: SyncResult
  /** Record to write; absent when nothing changes. */
  record?: ResourceRecord
}

function decideRow(
  source: string,
  item: ResourceSyncItem,
  index: number,
  current: ResourceRecord | undefined,
  { found, newId, ids }: { found: KnownReferences; newId: () => string; ids: RecordIds },
): Row {
  const id = current?.resource_id ?? null
  const faults = referenceFaults(item, found).map(({ path, message, detail }) =>
    errorItem(`items.${index}.${path}`, message, detail),
  )
  const idFault = recordIdFault(item.id, current?.resource_id, ids)
  if (idFault) faults.push(...faultsIn(new Problem('validation_failed', { errors: [idFault] }), index))
  if (faults.length > 0) return { result: { index, outcome: 'REFUSED', id, errors: faults } }
  let record: ResourceRecord
  try {
    record = { ...wholeResource(current?.resource_id ?? item.id ?? newId(), item, found, current), source }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { result: { index, outcome: 'REFUSED', id, errors: faultsIn(error, index) } }
  }
  if (!current) return { record, result: { index, outcome: 'CREATED', id: record.resource_id } }
  if (!differs(current, record)) return { result: { index, outcome: 'UNCHANGED', id } }
  return { record, result: { index, outcome: 'UPDATED', id } }
}

function faultsIn({ message, code, errors }: Problem, index: number) {
  const items = errors ?? [errorItem('', message, code)]
  return items.map((item) => errorItem(pathIn(index, item.path), item.message, item.detail))
}

function pathIn(index: number, path: string | null): string {
  return path ? `items.${index}.${path}` : `items.${index}`
}

function repeated({ external_id }: ResourceSyncItem, index: number): Row {
  const message = msg`The external_id ${external_id} is already in the list. Send each resource once.`
  const errors = [errorItem(`items.${index}.external_id`, message, 'external_id_repeated')]
  return { result: { index, outcome: 'REFUSED', id: null, errors } }
}
