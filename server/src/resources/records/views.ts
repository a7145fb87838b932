import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { Problem } from '../../http/problem.ts'
import { resourceOutput } from '../output.rules.ts'
import { findResource } from '../views.ts'

// Only the last validity of each kind counts: a renewed one no longer expires.
const lastOfKind = (owner: string) => `
  select v.validity_type, max(coalesce(least(v.end_at, v.legal_end_at), 'infinity')) as ends_at
    from validity v where v.tenant_id = $1 and v.resource_id = ${owner} group by v.validity_type`
/** SQL: the next validity of a resource to expire, as JSON; null without one. */
export const nextExpiry = (owner: string) => `
  (select json_build_object('type', e.validity_type,
                            'ends_at', ${instant('e.ends_at')})
     from (${lastOfKind(owner)}) e where e.ends_at < 'infinity' order by e.ends_at, e.validity_type limit 1)`

const selectRelated = statement(
  'resources.select_beside',
  `select r.source, c.name as subcontractor_name,
          (select coalesce(l.display_name, l.name, l.city) from location l
            where l.tenant_id = $1 and l.location_id = r.start_stop_location_id) as start_stop_location_name,
          ${nextExpiry('r.resource_id')} as next_expiry
     from resource r left join company c on c.tenant_id = $1 and c.company_id = r.subcontractor_id
    where r.tenant_id = $1 and r.resource_id = $2`,
)

/**
 * A resource as its page shows it, also when archived.
 * @throws Problem not_found
 */
export async function readRecord(tx: Tx, id: string): Promise<ResourceRecord> {
  const [row, [beside]] = await Promise.all([
    findResource(tx, id),
    tx.query<Omit<ResourceRecord, 'resource' | 'is_archived'>>(selectRelated, id),
  ])
  if (!row || !beside) throw new Problem('not_found')
  return { resource: resourceOutput(row) as ResourceRecord['resource'], is_archived: row.is_archived, ...beside }
}
