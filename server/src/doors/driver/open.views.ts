import type { OpenDriverReport } from '@cartage/contract/doors/app/driver-reports'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { isOfGroup } from '../../resources/groups/trips.views.ts'
import { rejectionOf } from './act.rules.ts'

/** A driver report for a person to review, with its stop, order and driver. */
export interface OpenReport extends OpenDriverReport {
  stop_id: string
  /** Current trip of its stop; null without one. */
  trip_id: string | null
  resource_id: string
}

/** Filter of open reports. */
export interface OpenReportsOf {
  /** Received at or after this instant, ISO 8601. */
  since: string
  /** Only trips with a resource of this group; undefined for all. */
  group: string | undefined
  most: number
}

// A refused act becomes an inbox item, and is open as long as the item is.
const selectOpen = statement(
  'doors.list_open_driver_reports',
  `select a.act_id, a.kind, a.stop_id, a.resource_id, a.document_id, a.reason, ${instant('a.happened_at')} as happened_at,
          a.detail ->> 'text' as text, a.detail -> 'deviation' as deviation,
          coalesce(a.detail ->> 'document_type' = 'PHOTO_DAMAGED_GOODS', false)
            or coalesce(a.detail #>> '{deviation,reason}' = 'DAMAGED', false) as is_damage,
          (select r.name from resource r where r.tenant_id = $1 and r.resource_id = a.resource_id) as driver_name,
          p.trip_id, i.inbox_item_id
     from driver_act a
     left join lateral (
       select s.trip_id from trip_stop s where s.tenant_id = $1 and s.stop_id = a.stop_id limit 1) p on true
     left join lateral (
       select n.inbox_item_id from inbox_item n
        where a.outcome = 'REFUSED' and n.tenant_id = $1 and n.status = 'OPEN' and n.kind = 'driver-report'
          and n.item ->> 'act_id' = a.act_id::text
        order by n.created_at desc limit 1) i on true
    where a.tenant_id = $1 and a.received_at >= $2::timestamptz and a.seen_at is null
      and case a.outcome when 'REFUSED' then i.inbox_item_id is not null
          else p.trip_id is not null
               and (a.kind in ('REMARK', 'DEVIATION') or a.detail ->> 'document_type' = 'PHOTO_DAMAGED_GOODS') end
      and ${isOfGroup('p.trip_id', '$3')}
    order by a.received_at desc limit $4`,
)

/** DOOR-6: remarks, damage and refused driver reports that are not seen yet, newest first. */
export async function listOpenReports(tx: Tx, { since, group, most }: OpenReportsOf): Promise<OpenReport[]> {
  const rows = await tx.query<Omit<OpenReport, 'refusal'>>(selectOpen, since, group ?? null, most)
  return rows.map((row) => ({ ...row, refusal: rejectionOf(row.reason) }))
}
