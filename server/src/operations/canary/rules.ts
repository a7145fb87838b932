import type { Endpoint } from '@cartage/contract/endpoint'

/** A table whose records can be addressed by path, and its key column. */
export interface Named {
  table: string
  column: string
}

const named = (table: string, column: string): Named => ({ table, column })

/** The record type of each path parameter. A plain `id` is identified by the preceding path segment. */
const namedByParameter: Readonly<Record<string, Named>> = {
  upload_id: named('order_upload', 'upload_id'),
  order_id: named('transport_order', 'order_id'),
  company_id: named('company', 'company_id'),
  resource_id: named('resource', 'resource_id'),
  resource_group_id: named('resource_group', 'resource_group_id'),
  location_id: named('location', 'location_id'),
  trip_id: named('trip', 'trip_id'),
  dispatch_id: named('dispatch', 'dispatch_id'),
  document_id: named('document', 'document_id'),
  message_id: named('message', 'message_id'),
  inbox_item_id: named('inbox_item', 'inbox_item_id'),
  event_id: named('event', 'event_id'),
  charge_id: named('charge', 'charge_id'),
  rate_record_id: named('rate_record', 'rate_record_id'),
  invoice_id: named('invoice', 'invoice_id'),
  invoice_run_id: named('invoice_run', 'invoice_run_id'),
  sending_id: named('invoice_sending', 'sending_id'),
  task_id: named('task', 'task_id'),
  billing_entity_id: named('billing_entity', 'billing_entity_id'),
  ledger_export_id: named('ledger_export', 'ledger_export_id'),
  optimisation_id: named('planning_optimisation', 'optimisation_id'),
  logo_id: named('tenant_logo', 'logo_id'),
}

const namedByPath: readonly (readonly [pattern: RegExp, Named])[] = [
  [/documents\/document\/\{id\}/, named('document', 'document_id')],
  [/companies\/company\/\{id\}/, named('company', 'company_id')],
  [/(invoice|credit-note|credit_note)\/\{id\}/, named('invoice', 'invoice_id')],
  [/accounts\/\{id\}/, named('account', 'account_id')],
  [/tax-rates\/\{id\}/, named('tax_rate', 'tax_rate_id')],
  [/tasks\/task\/\{id\}/, named('task', 'task_id')],
]

/** One request of the canary: all path parameters except `parameter` have a fixed value. */
export interface Probe {
  endpoint: Endpoint
  /** The parameter that identifies a record, and its table; undefined if the path has none. */
  parameter?: { name: string; names: Named }
}

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** Streams do not end, and files of this program belong to no tenant. */
const leftOut: ReadonlySet<string> = new Set(['streamChanges'])

/**
 * Requests of the canary (OPS-24): every read operation with at most one record in its path, with the credentials of a
 * client or a user. Operations with two records are left out, as are those of links: a link is a secret, not an id.
 */
export function probesOf(endpoints: readonly Endpoint[]): Probe[] {
  return endpoints.flatMap((endpoint) => {
    const { method, path, auth, id } = endpoint
    if (method !== 'GET' || leftOut.has(id) || (auth !== 'bearer' && auth !== 'session')) return []
    const [name, ...more] = parametersIn(path)
    if (name === undefined) return [{ endpoint }]
    const names =
      namedByParameter[name] ?? (name === 'id' ? namedByPath.find(([end]) => end.test(path))?.[1] : undefined)
    return more.length > 0 || names === undefined ? [] : [{ endpoint, parameter: { name, names } }]
  })
}

/** The tables of the probed records, without duplicates. */
export function tablesOf(probes: readonly Probe[]): Named[] {
  const byTable = new Map(probes.flatMap(({ parameter }) => parameter ?? []).map(({ names }) => [names.table, names]))
  return [...byTable.values()]
}

/** The judged parts of an answer. */
export interface ProbeAnswer {
  status: number
  text: string
}

/** Evidence in the answer to a probe; undefined when it is as expected. */
export interface Breach {
  operation: string
  path: string
  what: string
}

/**
 * Detects a breach: the answer for a record of another tenant differs from that for a nonexistent record, or contains
 * the id of something that belongs to another tenant.
 * @param foreign ids of records of others, without the requested one
 */
export function breachIn(
  answer: ProbeAnswer,
  unknown: ProbeAnswer | undefined,
  foreign: readonly string[],
): string | undefined {
  if (unknown !== undefined && answer.status !== unknown.status) {
    return `was answered ${answer.status} for a record of another tenant, and ${unknown.status} for one that never was`
  }
  if (unknown !== undefined && answer.text !== unknown.text) {
    return `was answered ${answer.status} with another text than for a record that never was`
  }
  const found = foreign.find((id) => answer.text.includes(id))
  return found && `was answered ${answer.status} with ${found}, which belongs to another tenant`
}

/** Removes from a text what differs between requests: its own id, and the requested id. */
export function comparable(text: string, requested: string): string {
  return text.replaceAll(requested, 'REQUESTED').replace(/"request_id":\s*"[^"]*"/g, '"request_id":""')
}
