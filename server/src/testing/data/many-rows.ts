import pg from 'pg'
import { inject } from 'vitest'
import type { TestServer } from '../start-test-server.ts'

// Rows as found in a long list: instants a minute apart, alternating states and kinds. Columns not read by lists are
// left out.

const at = `timestamptz '2026-01-01' + n * interval '1 minute'`
const oneOf = (...values: string[]) => `('{${values.join(',')}}'::text[])[1 + n % ${values.length}]`
const id = (kind: number) => `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const few = (kind: number, count: number) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(n % ${count}), 12, '0'))::uuid`

const tables: readonly [table: string, columns: Readonly<Record<string, string>>][] = [
  [
    'company',
    {
      company_id: id(1),
      name: `'Company ' || n`,
      name_key: `'company ' || n`,
      code: `case when n % 3 > 0 then 'C' || n end`,
      status: oneOf('APPROVED', 'WARNING', 'BLOCKED'),
      is_customer: 'n % 2 = 0',
      is_subcontractor: 'n % 3 = 0',
      is_archived: 'n % 50 = 0',
      updated_at: at,
    },
  ],
  [
    'location',
    {
      location_id: id(2),
      match_key: `convert_to(n::text, 'UTF8')`,
      name: `'Place ' || n`,
      search_name: `case when n % 20 > 0 then 'place' || lpad(n::text, 9, '0') end`,
      country: oneOf('NL', 'BE', 'DE', 'FR'),
      coordinate_source: oneOf('GIVEN', 'ESTIMATE', 'UNKNOWN'),
    },
  ],
  [
    'resource',
    {
      resource_id: id(3),
      resource_type: oneOf('DRIVER', 'TRACTOR', 'TRAILER', 'VAN'),
      name: `'Truck ' || n`,
      name_key: `'truck ' || lpad(n::text, 9, '0')`,
      is_archived: 'n % 50 = 0',
      created_at: at,
      updated_at: at,
    },
  ],
  [
    'transport_order',
    {
      order_id: id(4),
      order_identifier: `'ID-' || n`,
      order_number: `'O' || lpad(n::text, 9, '0')`,
      status: oneOf('TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'CANCELLED'),
      is_blocked: 'n % 40 = 0',
      company_id: few(1, 50),
      doc: `'{"consignments":[]}'`,
      created_at: at,
      pickup_on: `(${at})::date`,
      is_adr: 'n % 25 = 0',
      is_tempered: 'n % 30 = 0',
      container_scenario: `case when n % 10 = 0 then 'IMPORT' end`,
    },
  ],
  [
    'trip',
    {
      trip_id: id(5),
      name: `'T' || lpad(n::text, 9, '0')`,
      status: oneOf('CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'COMPLETED'),
      starts_at: at,
      ends_at: `${at} + interval '8 hours'`,
    },
  ],
  [
    'charge',
    {
      charge_id: `('a' || substr(${id(4)}::text, 2))::uuid`,
      side: oneOf('SALES', 'SALES', 'COST'),
      order_id: id(4),
      company_id: few(1, 50),
      charge_type: oneOf('FREIGHT', 'FUEL', 'WAITING', 'TOLL'),
      name: `'Charge'`,
      role: `'BASE'`,
      quantity: '1',
      unit: `'C62'`,
      unit_price: '10',
      amount: '10',
      currency: `'EUR'`,
      origin: `'MANUAL'`,
      status: oneOf('CREATED', 'INVOICE_POSTED', 'INVOICE_POSTED', 'INVOICED', 'WITHDRAWN'),
      approval: `case when n % 10 = 0 then 'REQUESTED' when n % 10 = 5 then 'TO_REQUEST' end`,
      is_override_outdated: 'n % 40 = 0',
      created_at: at,
      updated_at: at,
    },
  ],
  [
    'unbilled_order',
    {
      order_id: id(4),
      company_id: few(1, 50),
      reason: oneOf('APPROVAL', 'NO_CARD', 'READY', 'READY', 'DRAFT'),
      amount: '10',
      currency: `'EUR'`,
      completed_on: `(${at})::date`,
    },
  ],
  [
    'document',
    {
      document_id: id(6),
      subject_type: `'ORDER'`,
      subject_id: id(4),
      order_id: id(4),
      document_type: oneOf('CMR', 'PROOF_OF_DELIVERY', 'OTHER'),
      name: `'Scan ' || n`,
      content_id: id(6),
      media_type: `'application/pdf'`,
      created_at: at,
    },
  ],
  [
    'event',
    {
      event_id: id(7),
      entity_type: `'order'`,
      entity_id: id(4),
      sequence: '1',
      epoch: '1',
      type: oneOf('order.created', 'order.changed', 'stop.status'),
      recorded_at: at,
      payload: `'{}'`,
    },
  ],
  ['event_position', { position: 'n', event_id: id(7) }],
  ['subscription', { subscription_id: few(8, 5), name: `'Receiver'`, url: `'https://example.com'` }],
  [
    'delivery',
    {
      event_id: id(7),
      subscription_id: few(8, 5),
      status: `case when n % 20 = 0 then 'DEAD' else 'DELIVERED' end`,
      attempts: '1',
      finished_at: at,
    },
  ],
  [
    'delivery_attempt',
    {
      event_id: id(7),
      subscription_id: few(8, 5),
      attempted_at: at,
      duration_ms: '12',
      status: '200',
      request_headers: `'{}'`,
      response_headers: `'{}'`,
      response_body: `''`,
    },
  ],
  [
    'message',
    {
      message_id: id(9),
      kind: oneOf('order-status', 'positions', 'document'),
      credential_id: `'w'`,
      request_id: 'n::text',
      received_at: at,
      duration_ms: '3',
      query: `'{}'`,
      headers: `'{}'`,
      body_bytes: '2',
      body_sha256: `sha256('')`,
      status: '200',
      result: oneOf('OK', 'OK', 'OK', 'ERRORS'),
      answer: `'{}'`,
    },
  ],
  [
    'inbox_item',
    {
      inbox_item_id: id(4),
      kind: oneOf('order-status', 'positions'),
      message_id: id(9),
      path: `'updates.0'`,
      item: `'{}'`,
      reason: `'No order matches.'`,
      identity: `sha256(convert_to(n::text, 'UTF8'))`,
      status: oneOf('OPEN', 'RESOLVED', 'DISMISSED', 'RESOLVED'),
      closed_at: `case when n % 4 > 0 then ${at} end`,
      created_at: at,
    },
  ],
  [
    'order_upload',
    {
      upload_id: id(6),
      order_identifier: `'ID-' || n`,
      lane_number: '1',
      operation: `'CREATE'`,
      body: `'{}'`,
      body_hash: `sha256('')`,
      source: oneOf('API', 'API', 'SCREEN', 'IMPORT'),
      accepted_at: at,
    },
  ],
  [
    'upload_outcome',
    {
      upload_id: id(6),
      status: `case when n % 30 = 0 then 'ERROR' else 'COMPLETED' end`,
      cause: `case when n % 30 = 0 then 'customer_unknown' end`,
      order_id: `case when n % 30 > 0 then ${id(4)} end`,
      finished_at: at,
    },
  ],
  [
    'audit_record',
    {
      sequence: 'n',
      at,
      actor_kind: `'client'`,
      actor_id: `'client-' || n % 20`,
      action: oneOf('created', 'updated', 'updated', 'archived'),
      entity_type: oneOf('order', 'order', 'trip', 'company'),
      entity_id: `${few(4, 500)}::text`,
      changes: `'{}'`,
      previous_hash: `sha256('')`,
      hash: `sha256('')`,
    },
  ],
  [
    'planning_command',
    {
      command_id: id(5),
      kind: `'ASSIGN'`,
      summary: `'Assigned'`,
      actor_kind: `'user'`,
      before: `'{}'`,
      after: `'{}'`,
      created_at: at,
    },
  ],
  [
    'unavailability',
    {
      unavailability_id: id(5),
      resource_id: few(3, 20),
      start_at: at,
      end_at: `${at} + interval '1 day'`,
      until_at: `${at} + interval '1 day'`,
      reason: `'HOLIDAY'`,
      created_at: at,
    },
  ],
  ['validity', { validity_id: id(5), resource_id: few(3, 20), validity_type: `'ADR'`, start_at: at, created_at: at }],
  [
    'task',
    {
      task_id: id(7),
      task_type: `'POST_INVOICE'`,
      invoice_id: id(9),
      billing_entity_id: few(8, 3),
      status: oneOf('COMPLETED', 'COMPLETED', 'TODO', 'FAILED'),
      finished_at: `case when n % 4 <> 2 then ${at} end`,
      created_at: at,
    },
  ],
  [
    'invoice',
    {
      invoice_id: id(6),
      kind: oneOf('SALES_INVOICE', 'SALES_INVOICE', 'SALES_INVOICE', 'SALES_CREDIT_NOTE'),
      status: oneOf('DRAFT', 'PRE_INVOICED'),
      origin: `'RUN'`,
      payment: `'UNPAID'`,
      billing_entity_id: id(7),
      company_id: few(1, 50),
      date: `date '2026-01-01' + n % 300`,
      currency: `'EUR'`,
      accounting_currency: `'EUR'`,
      created_at: at,
    },
  ],
  ['resource_group', { resource_group_id: id(5), name: `'Group ' || n`, created_at: at }],
]

const names = tables.map(([table]) => table)

/** Tables with many rows of a tenant after `addManyRows`; receivers are few. */
export const filledTables: readonly string[] = names.filter((table) => table !== 'subscription')

/** Adds many rows to every table read by lists, bypassing foreign keys, and analyses the tables. */
export async function addManyRows(server: TestServer, tenants: readonly string[], count: number): Promise<void> {
  const { rows } = await server.ctx.db.worker.query<{ name: string }>('select current_database() as name')
  const owner = new pg.Client({ ...inject('connection'), database: rows[0]!.name })
  await owner.connect()
  try {
    await fill(owner, tenants, count)
  } finally {
    await owner.end()
  }
}

async function fill(owner: pg.Client, tenants: readonly string[], count: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  for (const [table, columns] of tables) {
    const members = Object.keys(columns).join(', ')
    const values = Object.values(columns).join(', ')
    for (const tenant of tenants) {
      const insert = `insert into ${table} (tenant_id, ${members}) select $1, ${values} from generate_series(1, ${count}) n
        on conflict do nothing`
      await owner.query(insert, [tenant])
    }
  }
  for (const tenant of tenants) {
    await owner.query(
      'insert into event_head (tenant_id, last_position) values ($1, $2) on conflict (tenant_id) do update set last_position = $2',
      [tenant, count],
    )
  }
  for (const table of names) await owner.query(`vacuum analyze ${table}`)
}
