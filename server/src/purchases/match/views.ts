import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { AgreedCharge } from './compare.rules.ts'
import type { ExecutedCharge, SupplierTrip } from './executed.model.ts'

/** Maximum open trips considered, more than a supplier has in the open months. */
const mostTrips = 1_000

const trip = `t.trip_id, t.name, t.completed_at::date::text as completed_on,
  coalesce((select array_agg(distinct x.name) from (
     select unnest(array[o.order_number, o.customer_reference_number]) as name
       from trip_stop s join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
      where s.tenant_id = $1 and s.trip_id = t.trip_id) x where x.name is not null), '{}') as references`

const selectOpen = statement(
  'purchases.open_trips',
  `select ${trip} from trip t
    where t.tenant_id = $1 and t.trip_id in (
      select c.trip_id from charge c
       where c.tenant_id = $1 and c.company_id = $2 and c.side = 'COST' and c.status = 'CREATED' and c.trip_id is not null
       order by c.created_at desc limit ${mostTrips})`,
)
const selectNamed = statement(
  'purchases.named_trips',
  `select ${trip} from trip t
    where t.tenant_id = $1 and (
      t.trip_id = any($4::uuid[])
      or (t.name = any($3::text[]) and (t.subcontractor_id = $2 or exists (
            select from charge c where c.tenant_id = $1 and c.trip_id = t.trip_id and c.side = 'COST' and c.company_id = $2)))
      or t.trip_id in (
           select s.trip_id from transport_order o join trip_stop s on s.tenant_id = $1 and s.order_id = o.order_id
             join trip u on u.tenant_id = $1 and u.trip_id = s.trip_id and u.subcontractor_id = $2
            where o.tenant_id = $1 and (o.order_number = any($3::text[]) or o.customer_reference_number = any($3::text[]))))
    limit ${mostTrips}`,
)

/** Trips that a supplier's document may cover: those with open costs, those it names, those chosen by a person. */
export async function listSupplierTrips(
  tx: Tx,
  companyId: string,
  names: readonly string[],
  chosen: readonly string[],
): Promise<SupplierTrip[]> {
  const [open, named] = await Promise.all([
    tx.query<SupplierTrip>(selectOpen, companyId),
    tx.query<SupplierTrip>(selectNamed, companyId, names, chosen),
  ])
  return [...new Map([...open, ...named].map((one) => [one.trip_id, one])).values()]
}

const selectCharges = statement(
  'purchases.executed_charges',
  `select c.charge_id, c.trip_id, c.order_id, c.charge_type, c.name, c.role, trim_scale(c.quantity)::text as quantity, c.unit,
          trim_scale(c.unit_price)::text as unit_price, c.amount::text as amount, c.currency, c.status, c.approval,
          c.evidence is not null as has_evidence,
          exists (select from invoice_line_charge l join invoice_line i on i.tenant_id = $1 and i.invoice_line_id = l.invoice_line_id
                   where l.tenant_id = $1 and l.charge_id = c.charge_id and l.is_live and i.invoice_id <> $4) as is_billed
     from charge c
    where c.tenant_id = $1 and c.side = 'COST' and c.company_id = $2 and c.trip_id = any($3::uuid[])
      and c.status in ('CREATED', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL')
    order by c.trip_id, case c.role when 'BASE' then 1 when 'SURCHARGE' then 2 else 3 end, c.created_at, c.charge_id`,
)

/** Costs of trips by a supplier. Those billed by another document are marked. */
export async function listExecuted(
  tx: Tx,
  companyId: string,
  tripIds: readonly string[],
  invoiceId: string,
): Promise<ExecutedCharge[]> {
  return tripIds.length === 0 ? [] : await tx.query<ExecutedCharge>(selectCharges, companyId, tripIds, invoiceId)
}

const selectAgreed = statement(
  'purchases.agreed_charges',
  `select n.subject_id as trip_id, c ->> 'charge_id' as charge_id, c ->> 'charge_type' as charge_type, c ->> 'amount' as amount
     from charge_snapshot n cross join lateral jsonb_array_elements(n.charges) c
    where n.tenant_id = $1 and n.subject_type = 'TRIP' and n.side = 'COST' and n.moment = 'DISPATCHED'
      and n.subject_id = any($2::uuid[])`,
)

/** Expected costs from when the trips were dispatched. */
export async function listAgreed(tx: Tx, tripIds: readonly string[]): Promise<AgreedCharge[]> {
  return tripIds.length === 0 ? [] : await tx.query<AgreedCharge>(selectAgreed, tripIds)
}

const selectTolerance = statement(
  'purchases.find_tolerance',
  'select s.purchase_tolerance as tolerance from tenant_setting s where s.tenant_id = $1',
)

/** Allowed difference between a document and the executed costs. */
export async function readTolerance(tx: Tx): Promise<{ percentage: string; amount: string }> {
  const [row] = await tx.query<{ tolerance: { percentage: string; amount: string } }>(selectTolerance)
  return row!.tolerance
}

const selectExpected = statement(
  'purchases.expected_credits',
  `select i.invoice_id, i.external_name, m.decision ->> 'expected_credit' as expected
     from purchase_match m join invoice i on i.tenant_id = $1 and i.invoice_id = m.invoice_id
    where m.tenant_id = $1 and i.company_id = $2 and i.currency = $3 and i.kind = 'PURCHASE_INVOICE'
      and m.decision ->> 'expected_credit' is not null
      and not exists (select from invoice n where n.tenant_id = $1 and n.credited_invoice_id = i.invoice_id
                         and n.status <> 'REJECTED' and n.invoice_id <> $4)
    order by i.created_at limit 100`,
)

/** Invoices of a supplier for which a credit note is expected. */
export async function listExpectedCredits(
  tx: Tx,
  companyId: string,
  currency: string,
  invoiceId: string,
): Promise<{ invoice_id: string; external_name: string; expected: string }[]> {
  return await tx.query(selectExpected, companyId, currency, invoiceId)
}

const selectDifference = statement(
  'purchases.difference_account',
  `select a.code from account a
    where a.tenant_id = $1 and a.billing_entity_id = $2 and a.use = 'DIFFERENCE' and not a.is_archived
    order by a.rank, a.code limit 1`,
)

/** Difference account of a billing entity; null if it has none. */
export async function findDifferenceAccount(tx: Tx, billingEntityId: string): Promise<string | null> {
  return (await tx.query<{ code: string }>(selectDifference, billingEntityId))[0]?.code ?? null
}
