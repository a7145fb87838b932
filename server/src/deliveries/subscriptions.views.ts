import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** A receiver as people see it; its secrets never leave the store. */
export interface SubscriptionView {
  subscription_id: string
  name: string
  url: string
  event_types: string[]
  state: 'ACTIVE' | 'FAILING' | 'PAUSED'
  pause_reason: string | null
  consecutive_failures: number
  /** Secrets that sign now. */
  live_secrets: number
  /** Events that wait. */
  pending: number
  created_at: string
}

const text = (filter: string) => `
  select s.subscription_id, s.name, s.url, s.event_types, s.pause_reason, s.consecutive_failures,
         case when s.is_paused then 'PAUSED' when s.opened_at is not null then 'FAILING' else 'ACTIVE' end as state,
         (select count(*)::integer from subscription_secret k
           where k.tenant_id = $1 and k.subscription_id = s.subscription_id
             and coalesce(k.ends_at > now(), true)) as live_secrets,
         (select count(*)::integer from delivery_pending p
           where p.tenant_id = $1 and p.subscription_id = s.subscription_id) as pending,
         to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
    from subscription s where s.tenant_id = $1 ${filter} order by s.created_at, s.subscription_id`

const selectAll = statement('deliveries.list_subscriptions', text(''))
const selectOne = statement('deliveries.find_subscription', text('and s.subscription_id = $2'))

/** The receivers of the tenant, oldest first. */
export async function listSubscriptions(tx: Tx): Promise<SubscriptionView[]> {
  return tx.query<SubscriptionView>(selectAll)
}

/** One receiver. */
export async function findSubscription(tx: Tx, id: string): Promise<SubscriptionView | undefined> {
  const [row] = await tx.query<SubscriptionView>(selectOne, id)
  return row
}
