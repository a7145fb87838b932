import type { Portal, PortalCharge, PortalDocument, PortalOrder, PortalStop } from '@cartage/contract/doors/app/portal'
import { amountText, decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { releasedTypes } from '../../documents/released.rules.ts'
import { isRejected } from '../../documents/review/views.ts'
import { Problem } from '../../http/problem.ts'
import { survivorOf } from '../../locations/views.ts'
import { loadNames } from '../../orders/record/names.views.ts'
import { packagingName } from '../../orders/record/output.rules.ts'
import { getOrderRow } from '../../orders/record/row.views.ts'
import { hasEstimatedEta } from '../../orders/stops/punctuality.views.ts'
import { officeContact } from '../office.views.ts'
import { requestableOf } from '../requests/rules.ts'
import { listRequestsOfOrder } from '../requests/views.ts'
import { readPosition } from '../tracking/position.views.ts'
import { promiseOf, trackedStopState } from '../tracking/rules.ts'
import { portalState } from './rules.ts'

const selectPortal = statement(
  'doors.find_portal',
  `select n.name as sender, c.name as company_name, l.person_name,
          ${officeContact('phone')} as office_phone, ${officeContact('email')} as office_email,
          (select count(distinct g.order_id)::int
             from charge g join transport_order o on o.tenant_id = $1 and o.order_id = g.order_id
            where g.tenant_id = $1 and g.side = 'SALES' and g.approval = 'REQUESTED' and g.status = 'CREATED'
              and o.company_id = c.company_id) as to_approve
     from door_link l
     join tenant n on n.tenant_id = l.tenant_id
     join company c on c.tenant_id = $1 and c.company_id = l.company_id
    where l.tenant_id = $1 and l.door_link_id = $2`,
)

/**
 * The portal that a link opens.
 * @throws Problem not_found
 */
export async function readPortal(tx: Tx, linkId: string): Promise<Omit<Portal, 'language' | 'expires_at'>> {
  const [row] = await tx.query<Omit<Portal, 'language' | 'expires_at'>>(selectPortal, linkId)
  if (!row) throw new Problem('not_found')
  return row
}

type StopRow = Omit<PortalStop, 'state' | 'punctuality' | 'late_minutes'> & { status: string }

// PORTAL-2: only these columns: no contacts, no notes for drivers, no resources.
const selectStops = statement(
  'doors.list_portal_stops',
  `select s.role, l.name, l.address, l.postal_code, l.city, l.country, l.latitude, l.longitude,
          coalesce(l.time_zone, n.time_zone) as time_zone, coalesce(t.status, s.status) as status,
          to_char(s.requested_date, 'YYYY-MM-DD') as requested_date,
          to_char(s.window_start, 'HH24:MI') as requested_from, to_char(s.window_end, 'HH24:MI') as requested_to,
          ${instant('t.planned_start_at')} as planned_at, ${instant('t.eta_start_at')} as expected_at,
          ${hasEstimatedEta('t')} as eta_is_estimated,
          ${instant('t.actual_start_at')} as arrived_at, ${instant('t.actual_end_at')} as left_at
     from order_stop s
     join tenant n on n.tenant_id = s.tenant_id
     cross join lateral (
       select * from location f where f.tenant_id = $1 and f.location_id = s.location_id limit 1
     ) w
     cross join lateral (
       select * from location f where f.tenant_id = $1 and f.location_id = ${survivorOf('w')} limit 1
     ) l
     left join trip_stop t on t.tenant_id = $1 and t.stop_id = s.stop_id and t.status not in ('TO_PLAN', 'CANCELLED')
    where s.tenant_id = $1 and s.order_id = $2
    order by s.sequence, s.stop_id`,
)

const selectDocuments = statement(
  'doors.list_portal_documents',
  `select d.document_id, d.name, d.document_type as type, ${instant('d.created_at')} as created_at
     from document d join document_content c on c.tenant_id = $1 and c.content_id = d.content_id
    where d.tenant_id = $1 and d.order_id = $2 and d.document_type = any($3::text[]) and c.scan_status <> 'INFECTED'
      and not ${isRejected}
    order by d.created_at desc, d.document_id desc limit 200`,
)

type ChargeRow = PortalCharge

// PORTAL-5: only charges with a request for approval are shown.
const selectCharges = statement(
  'doors.list_portal_charges',
  `select g.charge_id, g.name, g.description, g.amount::text as amount, g.currency, g.approval,
          g.approval_decision ->> 'comment' as comment
     from charge g
    where g.tenant_id = $1 and g.order_id = $2 and g.side = 'SALES'
      and g.approval in ('REQUESTED', 'APPROVED', 'REJECTED') and g.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED')
    order by g.created_at, g.charge_id`,
)

/** Charges of an order with a request for approval. */
export async function listPortalCharges(tx: Tx, orderId: string): Promise<PortalCharge[]> {
  const rows = await tx.query<ChargeRow>(selectCharges, orderId)
  return rows.map((row) => ({ ...row, amount: amountText(decimal(row.amount), row.currency) }))
}

/**
 * An order as its customer sees it, at `now` in milliseconds.
 * @throws Problem not_found, also for an order of another customer
 */
export async function readPortalOrder(
  tx: Tx,
  { orderId, companyId, now }: { orderId: string; companyId: string; now: number },
): Promise<PortalOrder> {
  const [order, stops, documents, charges, requests, position, names] = await Promise.all([
    getOrderRow(tx, orderId, companyId),
    tx.query<StopRow>(selectStops, orderId),
    tx.query<PortalDocument>(selectDocuments, orderId, releasedTypes),
    listPortalCharges(tx, orderId),
    listRequestsOfOrder(tx, orderId, companyId),
    readPosition(tx, orderId, now),
    loadNames(tx),
  ])
  const { document } = order
  const goods = document.consignments.flatMap((consignment) => consignment.goods ?? [])
  return {
    order_id: order.order_id,
    order_number: order.order_number,
    reference: document.customer_reference_number ?? null,
    state: portalState(order.status),
    container_number: document.container?.container_number ?? null,
    position,
    stops: stops.map(({ status, ...stop }) => {
      const state = trackedStopState(status)
      return { ...stop, state, ...promiseOf({ ...stop, state }, now) }
    }),
    goods: goods.map(({ description, product, quantity, packaging_type, total_weight_kg }) => ({
      description: description ?? product?.name ?? null,
      quantity: quantity ?? null,
      packaging: packagingName(packaging_type, names),
      weight_kg: total_weight_kg ?? null,
    })),
    documents,
    charges,
    requests,
    can_request: requestableOf(order.status),
  }
}

const selectReleased = statement(
  'doors.find_portal_document',
  `select from document d
    where d.tenant_id = $1 and d.document_id = $2 and d.order_id = $3 and d.document_type = any($4::text[])
      and not ${isRejected}`,
)

/**
 * Checks that the customer of an order may see a document (PORTAL-3).
 * @throws Problem not_found, also for a document of another order, customer or type
 */
export async function checkReleased(
  tx: Tx,
  { orderId, documentId, companyId }: { orderId: string; documentId: string; companyId: string },
): Promise<void> {
  const [released] = await Promise.all([
    tx.query(selectReleased, documentId, orderId, releasedTypes),
    getOrderRow(tx, orderId, companyId),
  ])
  if (released.length === 0) throw new Problem('not_found')
}
