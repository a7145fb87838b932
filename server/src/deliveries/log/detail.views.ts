import type { DeliveryDetail, ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { type AttemptView, listAttempts } from '../views.ts'
import { deliveryRows } from './list.views.ts'

const selectDetail = statement(
  'deliveries.find_delivery',
  deliveryRows(
    '(select $2::uuid as event_id, $3::uuid as subscription_id, 1 as place) k',
    `, e.epoch, ${instant('e.recorded_at')} as occurred_at, s.url, s.channel,
       case when s.is_paused then 'PAUSED' when s.opened_at is not null then 'FAILING'
            when s.subscription_id is not null then 'ACTIVE' end as receiver_state,
       coalesce((select convert_from(x.content, 'LATIN1') from edi_interchange x
                  where x.tenant_id = $1 and x.event_id = k.event_id and x.subscription_id = k.subscription_id),
                e.payload) as body`,
  ),
)

/** One delivery with both sides of every attempt; undefined when there is none. */
export async function findDelivery(
  tx: Tx,
  eventId: string,
  subscriptionId: string,
): Promise<DeliveryDetail | undefined> {
  const [[row], tries] = await Promise.all([
    tx.query<Omit<DeliveryDetail, 'tries'>>(selectDetail, eventId, subscriptionId),
    listAttempts(tx, eventId, subscriptionId) as Promise<AttemptView[]>,
  ])
  return row && { ...row, tries }
}

const selectOfEvent = statement(
  'deliveries.list_of_event',
  deliveryRows(`(select $2::uuid as event_id, r.subscription_id, row_number() over (order by r.subscription_id) as place
       from (select s.subscription_id from subscription s where s.tenant_id = $1
             union select d.subscription_id from delivery d where d.tenant_id = $1 and d.event_id = $2::uuid) r) k`),
)

/** State of one event at every endpoint it was or will be sent to. */
export async function listDeliveriesOf(tx: Tx, eventId: string): Promise<ListedDelivery[]> {
  return tx.query<ListedDelivery>(selectOfEvent, eventId)
}
