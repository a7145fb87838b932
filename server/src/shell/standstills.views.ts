import type { Standstill } from '@cartage/contract/app/standstills'
import type { Permission } from '@cartage/contract/endpoint'
import { needsPerson } from '../billing/sendings/list.views.ts'
import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { readableKinds } from '../documents/access.rules.ts'
import { isOfKinds } from '../documents/access.views.ts'
import { mailNeedsPerson } from '../mails/letters/views.ts'
import { failedDispatches } from '../trips/standing/views.ts'

/** Maximum rows per kind. */
const mostRows = 500
/** Maximum count per kind. */
const mostCounted = 10_000

/** A trip that is not completed: missing data for it still matters. */
const isUnderway = `t.status in ('CREATED', 'PLANNED', 'IN_PROGRESS')`

interface Reading {
  permission: Permission
  rows: Statement
  count: Statement
  /** Additional parameters of its statements, from the permissions of the person. */
  given(permissions: readonly Permission[]): readonly unknown[]
}

/** One kind of standstill; `text` selects its rows with `at`, the sort key. */
function reading(name: string, permission: Permission, text: string, given: Reading['given'] = () => []): Reading {
  return {
    permission,
    given,
    rows: statement(
      `shell.list_${name}`,
      `select x.kind, x.id, x.title, x.reason, ${instant('x.at')} as since, x.entity_type, x.entity_id
         from (${text}) x order by x.at, x.id limit ${mostRows}`,
    ),
    count: statement(
      `shell.count_${name}`,
      `select count(*)::integer as count from (select from (${text}) x limit ${mostCounted}) y`,
    ),
  }
}

const jobs = reading(
  'dead_jobs',
  'delivery.read',
  `select 'JOB' as kind, j.job_id as id, j.kind as title, j.last_error as reason, j.created_at as at,
          case when j.payload ? 'trip_id' then 'trip' when j.payload ? 'order_id' then 'order' end as entity_type,
          coalesce(j.payload ->> 'trip_id', j.payload ->> 'order_id')::uuid as entity_id
     from job j where j.tenant_id = $1 and j.is_dead`,
)

const proposals = reading(
  'open_proposals',
  'trip.read',
  `select p.kind, p.stop_id as id, t.name as title,
          concat_ws(' · ', r.name, concat_ws(' ', l.name, l.city)) as reason, p.happened_at as at,
          'trip' as entity_type, p.trip_id as entity_id
     from stop_proposal p
     join trip t on t.tenant_id = $1 and t.trip_id = p.trip_id
     left join resource r on r.tenant_id = $1 and r.resource_id = p.resource_id
     left join trip_stop s on s.tenant_id = $1 and s.stop_id = p.stop_id
     left join location l on l.tenant_id = $1 and l.location_id = s.location_id
    where p.tenant_id = $1 and p.state = 'OPEN'`,
)

// Visibility of each document depends on its owner record (DOC-10).
const documents = reading(
  'held_documents',
  'session.use',
  `select case c.scan_status when 'INFECTED' then 'INFECTED_DOCUMENT' else 'UNSCANNED_DOCUMENT' end as kind,
          d.document_id as id, d.name as title, o.order_number as reason, coalesce(c.scanned_at, c.created_at) as at,
          case when d.order_id is not null then 'order'
               when d.subject_type in ('TRIP', 'COMPANY', 'RESOURCE', 'LOCATION') then lower(d.subject_type)
          end as entity_type,
          case when d.order_id is not null then d.order_id
               when d.subject_type in ('TRIP', 'COMPANY', 'RESOURCE', 'LOCATION') then d.subject_id
          end as entity_id
     from document_content c
     join document d on d.tenant_id = $1 and d.content_id = c.content_id
     left join transport_order o on o.tenant_id = $1 and o.order_id = d.order_id
    where c.tenant_id = $1 and (c.scan_status = 'INFECTED'
       or c.scan_status = 'PENDING' and c.is_stored and c.created_at < now() - interval '1 hour')
      and ${isOfKinds('$2')}`,
  (permissions) => [readableKinds(permissions)],
)

// The party that cancelled is in the last applied report; another booking of the trip resolves it.
const cancelled = (type: 'LOCATION' | 'INTERMODAL', table: string, id: string, place: string) => `
  select 'CANCELLED_BOOKING' as kind, b.${id} as id, b.name as title, t.name as reason,
         coalesce(b.reported_at, b.updated_at) as at, 'trip' as entity_type, b.trip_id as entity_id
    from ${table} b join trip t on t.tenant_id = $1 and t.trip_id = b.trip_id and ${isUnderway}
   where b.tenant_id = $1 and b.status = 'CANCELLED'
     and exists (
       select from booking_report r
        where r.tenant_id = $1 and r.booking_type = '${type}' and r.booking_id = b.${id} and r.status = 'CANCELLED'
          and r.is_applied)
     and not exists (
       select from ${table} n
        where n.tenant_id = $1 and n.trip_id = b.trip_id and n.status <> 'CANCELLED' and n.created_at > b.created_at
          and n.${place} = b.${place})`

const bookings = reading(
  'lost_bookings',
  'trip.read',
  `${cancelled('LOCATION', 'location_booking', 'location_booking_id', 'location_id')}
   union all
   ${cancelled('INTERMODAL', 'intermodal_booking', 'intermodal_booking_id', 'start_location_id')}
   union all
   select 'FAILED_BOOKING' as kind, b.intermodal_booking_id as id, b.name as title,
          coalesce(b.failure ->> 'error_message', b.failure ->> 'error_type') as reason,
          coalesce(b.reported_at, b.updated_at) as at, 'trip' as entity_type, b.trip_id as entity_id
     from intermodal_booking b join trip t on t.tenant_id = $1 and t.trip_id = b.trip_id and ${isUnderway}
    where b.tenant_id = $1 and b.failure is not null and b.status <> 'CANCELLED'`,
)

// The carrier refused; the failed message is in its reason (DISP-6).
const refusals = reading(
  'failed_dispatches',
  'trip.read',
  `select case f.state when 'REFUSED' then 'REFUSED_TRIP' else 'FAILED_DISPATCH' end as kind, f.trip_id as id,
          f.name as title, concat_ws(' · ', c.name, f.reason) as reason, f.at, 'trip' as entity_type,
          f.trip_id as entity_id
     from (${failedDispatches('now()')}) f
     left join company c on c.tenant_id = $1 and c.company_id = f.carrier_id`,
)

const tasks = reading(
  'failed_tasks',
  'task.read',
  `select case t.status when 'FAILED' then 'FAILED_TASK' else 'WAITING_TASK' end as kind, t.task_id as id,
          coalesce(i.name, i.external_name, '') as title,
          case t.status when 'FAILED' then coalesce(t.failure ->> 'error_message', t.failure ->> 'error_type') end as reason,
          coalesce(t.finished_at, t.created_at) as at, 'company' as entity_type, i.company_id as entity_id
     from task t join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id
    where t.tenant_id = $1
      and (t.status = 'FAILED' and not exists (select from task r where r.tenant_id = $1 and r.retry_of = t.task_id)
        or t.status = 'WAITING' and t.waiting_for = 'ACCOUNT')`,
)

const sendings = reading(
  'failed_sendings',
  'invoice.read',
  `select case s.status when 'FAILED' then 'FAILED_SENDING' else 'UNKNOWN_SENDING' end as kind, s.sending_id as id,
          concat_ws(' · ', coalesce(i.name, i.external_name), nullif(s.address, '')) as title, k.name as reason,
          coalesce(s.finished_at, s.created_at) as at, 'company' as entity_type, i.company_id as entity_id
     from invoice_sending s
     join invoice i on i.tenant_id = $1 and i.invoice_id = s.invoice_id
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
    where s.tenant_id = $1 and ${needsPerson}`,
)

const mails = reading(
  'failed_mails',
  'order.read',
  `select case m.status when 'FAILED' then 'FAILED_MAIL' else 'UNKNOWN_MAIL' end as kind, m.mail_id as id,
          concat_ws(' · ', coalesce(o.order_number, t.name), m.address) as title, k.name as reason,
          coalesce(m.finished_at, m.created_at) as at,
          case when m.order_id is not null then 'order' else 'trip' end as entity_type,
          coalesce(m.order_id, m.trip_id) as entity_id
     from mail m
     join company k on k.tenant_id = $1 and k.company_id = m.company_id
     left join transport_order o on o.tenant_id = $1 and o.order_id = m.order_id
     left join trip t on t.tenant_id = $1 and t.trip_id = m.trip_id
    where m.tenant_id = $1 and ${mailNeedsPerson}`,
)

const disputes = reading(
  'disputed_purchases',
  'invoice.read',
  `select 'DISPUTED_PURCHASE' as kind, i.invoice_id as id, coalesce(i.external_name, i.name, '') as title,
          k.name as reason, i.created_at as at, 'company' as entity_type, i.company_id as entity_id
     from purchase_match m
     join invoice i on i.tenant_id = $1 and i.invoice_id = m.invoice_id
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
    where m.tenant_id = $1 and m.result = 'DISPUTED'`,
)

const unplaced = reading(
  'unplaced_purchases',
  'invoice.read',
  `select 'UNPLACED_PURCHASE' as kind, b.inbox_item_id as id, coalesce(b.item ->> 'external_name', '—') as title,
          b.reason, b.created_at as at, null as entity_type, null::uuid as entity_id
     from inbox_item b
    where b.tenant_id = $1 and b.status = 'OPEN' and b.kind = 'e-invoicing'`,
)

// An engine no longer in the setting needs no attention.
const engines = reading(
  'failing_engines',
  'setting.write',
  `select 'ROAD_ENGINE' as kind, f.tenant_id as id, f.kind as title, f.failure as reason, f.since_at as at,
          null as entity_type, null::uuid as entity_id
     from road_failure f
    where f.tenant_id = $1 and f.last_at - f.since_at >= interval '5 minutes' and f.last_at > now() - interval '1 day'`,
)

const readings: readonly Reading[] = [
  ...[jobs, proposals, documents, bookings, refusals, tasks, sendings, mails],
  ...[disputes, unplaced, engines],
]

/** The standstills that these permissions may read, oldest first. */
export async function listStandstills(
  tx: Tx,
  permissions: readonly Permission[],
): Promise<{ items: Standstill[]; total: number }> {
  const mine = readings.filter(({ permission }) => permissions.includes(permission))
  const found = await Promise.all(
    mine.map(async ({ rows, count, given }) => {
      const values = given(permissions)
      const [items, [row]] = await Promise.all([
        tx.query<Standstill>(rows, ...values),
        tx.query<{ count: number }>(count, ...values),
      ])
      return { items, count: row!.count }
    }),
  )
  const items = found.flatMap((one) => one.items).sort((one, other) => (one.since < other.since ? -1 : 1))
  return { items: items.slice(0, mostRows), total: found.reduce((sum, { count }) => sum + count, 0) }
}

/** How many standstills these permissions may read. */
export async function countStandstills(tx: Tx, permissions: readonly Permission[]): Promise<number> {
  const mine = readings.filter(({ permission }) => permissions.includes(permission))
  const counts = await Promise.all(
    mine.map(async ({ count, given }) => {
      const [row] = await tx.query<{ count: number }>(count, ...given(permissions))
      return row!.count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
