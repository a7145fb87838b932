import { afterAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import { everyStatement } from './testing/statements.ts'

// A connection keeps a plan made on empty tables until they are analysed. A list of keys is cheap to look up only if
// that plan uses their index. Otherwise it scans all rows of the tenant, and more of them each time.

const server: TestServer = await startTestServer()
afterAll(() => server.close())

interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tenant tables that stay small: settings, rules, and current work. */
const small = ['charge_type', 'number_range', 'billing_entity', 'billing_preference', 'self_billing_agreement', 'job']

/** Whether a scan reads all rows of the tenant and filters them by a list. */
function isWalk(node: PlanNode): boolean {
  const table = node['Relation Name']
  if (table === undefined || small.includes(table)) return false
  // The tenant list of a batch is part of row security and does not count as a scan.
  const filter = (node.Filter ?? '').replaceAll(/tenant_id = ANY \(\(InitPlan \d+\)\.col1\)/g, '')
  const isListLeft = /= ANY \((?:\$\d|\(InitPlan)/.test(filter)
  return isListLeft && (node['Index Cond'] ?? '(tenant_id = $1)') === '(tenant_id = $1)'
}

async function planOf(text: string): Promise<PlanNode> {
  const { rows } = await server.ctx.db.worker.query(`explain (generic_plan, format json) ${text}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

/**
 * Statements that still scan: most run for a person or once a day, and all only until the table is analysed. The list
 * may only get shorter.
 */
const walking: readonly string[] = [
  'accounting.list_task_rows',
  'billing.export_contents',
  'billing.find_drafts_by_key',
  'billing.list_sending_rows',
  'charges.count_replayed_orders',
  'charges.count_replayed_trips',
  'charges.replay_orders',
  'charges.replay_trips',
  'charges.select_orders_of_company',
  'companies.select_code_holders',
  'companies.select_referenced',
  'companies.select_sync_candidates',
  'documents.list_of_trip',
  'documents.search',
  'inbound.suggest_stops',
  'locations.lock_merged',
  'orders.select_named_companies',
  'planning.select_order_ids',
  'planning.select_orders',
  'planning.select_places',
  'planning.select_stops_elsewhere',
  'positions.select_wanted',
  'purchases.chosen_charges',
  'purchases.named_trips',
  'resources.list_ids_in_groups',
  'sample.select_companies',
  'sample.select_kept',
  'sample.select_places',
  'sample.select_resources',
  'unavailabilities.lock_by_keys',
  'usage.delete_old_minutes',
  'validities.list_concerned',
]

test('lists of keys use their index, also in plans made on empty tables', async () => {
  const walks: string[] = []
  for (const { name, text } of await everyStatement()) {
    // Only created where tables are spread over nodes.
    if (name === 'orders.accept_at_node') continue
    if (nodesOf(await planOf(text)).some(isWalk)) walks.push(name)
  }
  expect(walks.sort()).toEqual(walking)
}, 120_000)

/** Scans of all rows of the tenant that are repeated for each row of another scan. */
function repeatedWalks(node: PlanNode, isRepeated = false): string[] {
  const table = node['Relation Name']
  const isWalked = isRepeated && table !== undefined && table !== 'tenant' && !small.includes(table)
  const walks = isWalked && !/\bAND\b/.test(node['Index Cond'] ?? '') ? [table] : []
  const below = (node.Plans ?? []).flatMap((child) => {
    const how = child['Parent Relationship']
    return repeatedWalks(
      child,
      isRepeated || how === 'SubPlan' || (how === 'Inner' && node['Node Type'] === 'Nested Loop'),
    )
  })
  return [...walks, ...below]
}

/** Statements that look up each row by its key, so that the number of rows of the tenant does not matter. */
const lookingUp = [
  'search.select_orders',
  'search.select_trips',
  'charges.orders_of_trips',
  'trips.select_earlier_visits',
]

test('what is looked up for each of many rows is found by its key, also in plans made on empty tables', async () => {
  const statements = await everyStatement()
  for (const wanted of lookingUp) {
    const { text } = statements.find(({ name }) => name === wanted)!
    expect([wanted, repeatedWalks(await planOf(text))]).toEqual([wanted, []])
  }
}, 120_000)
