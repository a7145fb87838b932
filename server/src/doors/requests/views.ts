import type { CarrierOffer } from '@cartage/contract/doors/app/carrier'
import type { PortalRequest } from '@cartage/contract/doors/app/portal'
import type { OpenDoorRequest } from '@cartage/contract/doors/app/requests'
import { amountText, decimal } from '../../books/money.rules.ts'
import { sumsOf } from '../../charges/costs/rules.ts'
import { findTripSubject } from '../../charges/desk/subject.views.ts'
import { listShownCosts } from '../../charges/shown.views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { carrierStandings } from '../../dispatch/answers/views.ts'
import { isOfGroup } from '../../resources/groups/trips.views.ts'

/** Current price of a trip for its carrier; null without costs, or with costs in several currencies. */
export async function readAgreed(
  tx: Tx,
  tripId: string,
  companyId: string,
): Promise<{ amount: string; currency: string } | null> {
  const own = (await listShownCosts(tx, tripId)).filter(({ company }) => company?.id === companyId)
  const sums = sumsOf(own)
  return sums.length === 1 ? sums[0]! : null
}

/** Currency for a price offer: that of the trip's costs, else of the haulier. */
export async function offerCurrency(tx: Tx, tripId: string): Promise<string> {
  return (await findTripSubject(tx, tripId))?.currency ?? 'EUR'
}

const selectOffer = statement(
  'doors.find_last_offer',
  `select r.amount::text as amount, r.currency, r.text, r.state, r.answer, ${instant('r.requested_at')} as requested_at
     from door_request r
    where r.tenant_id = $1 and r.trip_id = $2 and r.company_id = $3 and r.kind = 'OFFER' and r.state <> 'REPLACED'
    order by r.requested_at desc, r.door_request_id desc limit 1`,
)

/** The last price that a carrier offered for a trip; null without one. */
export async function readLastOffer(tx: Tx, tripId: string, companyId: string): Promise<CarrierOffer | null> {
  const [row] = await tx.query<CarrierOffer>(selectOffer, tripId, companyId)
  return row ? { ...row, amount: amountText(decimal(row.amount), row.currency) } : null
}

const selectOfOrder = statement(
  'doors.list_requests_of_order',
  `select r.kind, r.text, r.state, r.answer, ${instant('r.requested_at')} as requested_at
     from door_request r
    where r.tenant_id = $1 and r.order_id = $2 and r.company_id = $3 and r.state <> 'REPLACED'
    order by r.requested_at desc, r.door_request_id desc limit 20`,
)

/** A customer's requests about an order, newest first. */
export async function listRequestsOfOrder(tx: Tx, orderId: string, companyId: string): Promise<PortalRequest[]> {
  return await tx.query<PortalRequest>(selectOfOrder, orderId, companyId)
}

/** A request that waits for the office, with its trip or order. */
export interface WaitingRequest extends OpenDoorRequest {
  trip_id: string | null
  order_id: string | null
  order_number: string | null
}

// Requests about a started trip or an ended order can no longer be decided.
const selectOpen = statement(
  'doors.list_open_requests',
  `select r.door_request_id, r.kind, r.amount::text as amount, r.currency, r.text, r.trip_id, r.order_id, r.company_id,
          c.name as company_name, coalesce(l.person_name, l.label) as requested_by, o.order_number,
          ${instant('r.requested_at')} as requested_at
     from door_request r
     join company c on c.tenant_id = $1 and c.company_id = r.company_id
     left join door_link l on l.tenant_id = $1 and l.door_link_id = r.door_link_id
     left join transport_order o on o.tenant_id = $1 and o.order_id = r.order_id
     left join trip t on t.tenant_id = $1 and t.trip_id = r.trip_id
    where r.tenant_id = $1 and r.state = 'OPEN' and r.requested_at >= $2::timestamptz
      and case r.kind when 'OFFER' then t.status = 'PLANNED' and $4::boolean and ${isOfGroup('r.trip_id', '$3')}
          else o.status not in ('CANCELLED', 'REJECTED', 'COMPLETED') end
    order by r.requested_at desc limit $5`,
)

/** Filter of waiting requests. */
export interface WaitingRequestsOf {
  /** Requested at or after this instant, ISO 8601. */
  since: string
  /** Only offers for trips with a resource of this group; undefined for all. */
  group: string | undefined
  /** Whether the reader may decide about price offers. */
  withOffers: boolean
  most: number
}

type WaitingRow = Omit<WaitingRequest, 'agreed'> & { company_id: string }

/** DOOR-14, DOOR-15: requests that currently wait for the office, newest first. */
export async function listWaitingRequests(
  tx: Tx,
  { since, group, withOffers, most }: WaitingRequestsOf,
  now: Date,
): Promise<WaitingRequest[]> {
  const rows = await tx.query<WaitingRow>(selectOpen, since, group ?? null, withOffers, most)
  const standing = await standingRequests(tx, rows, now)
  return await Promise.all(
    standing.map(async ({ company_id, ...row }) => {
      const { amount, currency, trip_id } = row
      if (amount === null || currency === null || trip_id === null) return { ...row, agreed: null }
      const agreed = await readAgreed(tx, trip_id, company_id)
      const isSame = agreed?.currency === currency
      return { ...row, amount: amountText(decimal(amount), currency), agreed: isSame ? agreed.amount : null }
    }),
  )
}

/** Leaves out offers for trips that moved to another carrier, or were accepted at the original price. */
async function standingRequests(tx: Tx, rows: readonly WaitingRow[], now: Date): Promise<WaitingRow[]> {
  const tripIds = rows.flatMap(({ trip_id }) => trip_id ?? [])
  const standings = await carrierStandings(tx, tripIds, now)
  return rows.filter(({ trip_id, company_id }) => {
    if (trip_id === null) return true
    const standing = standings.get(trip_id)
    return standing?.company_id === company_id && standing.answer?.answer !== 'ACCEPTED'
  })
}
