import type { Counts } from '@cartage/contract/app/shell'
import type { Permission } from '@cartage/contract/endpoint'
import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { isUnsettled } from '../deliveries/log/list.views.ts'
import { tripsWithFailedDispatch } from '../trips/standing/views.ts'

/** Upper limit of counts. */
const most = 10_000

const countToPlan = statement(
  'shell.count_to_plan',
  `select count(*)::integer as count from (
     select from transport_order o where o.tenant_id = $1 and o.status = 'TO_PLAN' and not o.is_blocked limit ${most}) x`,
)
const countBlocked = statement(
  'shell.count_blocked',
  `select count(*)::integer as count from (
     select from transport_order o where o.tenant_id = $1 and o.is_blocked limit ${most}) x`,
)
const countFailedDeliveries = statement(
  'shell.count_failed_deliveries',
  `select count(*)::integer as count from (
     select from delivery d where d.tenant_id = $1 and ${isUnsettled} limit ${most}) x`,
)

const countStoppedEndpoints = statement(
  'shell.count_stopped_receivers',
  `select count(*)::integer as count from (
     select from subscription s where s.tenant_id = $1 and (s.is_paused or s.opened_at is not null) limit ${most}) x`,
)

const countOpenItems = statement(
  'shell.count_open_inbox_items',
  `select count(*)::integer as count from (
     select from inbox_item i where i.tenant_id = $1 and i.status = 'OPEN' limit ${most}) x`,
)
/** Counts of work to do at `now`, in milliseconds; null without the permission. */
export async function readCounts(tx: Tx, permissions: readonly Permission[], now: number): Promise<Counts> {
  const count = async (permission: Permission, counting: Statement) => {
    if (!permissions.includes(permission)) return null
    const [row] = await tx.query<{ count: number }>(counting)
    return row!.count
  }
  const [orders_to_plan, orders_blocked, deliveries_failed, receivers_stopped, inbox_open, dispatch_failed] =
    await Promise.all([
      count('order.read', countToPlan),
      count('order.read', countBlocked),
      count('delivery.read', countFailedDeliveries),
      count('delivery.read', countStoppedEndpoints),
      count('message.read', countOpenItems),
      permissions.includes('dispatch.read') ? tripsWithFailedDispatch(tx, now).then(({ length }) => length) : null,
    ])
  return { orders_to_plan, orders_blocked, deliveries_failed, receivers_stopped, inbox_open, dispatch_failed }
}
