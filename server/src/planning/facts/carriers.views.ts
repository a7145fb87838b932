import { anyTerms } from '@cartage/contract/companies/app/carrier-terms'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'
import type { CarrierFacts } from './rules.ts'

// Given companies, and the owners of given resources.
const selectCarriers = statement(
  'planning.select_carriers',
  `select c.company_id, c.name, c.purchase_status as status, c.is_archived or c.archived_subcontractor as is_archived,
          c.carrier_terms as terms,
          (select coalesce(json_agg(json_build_object(
                    'validity_type', v.validity_type, 'start_at', ${instantInMs('v.start_at')},
                    'end_at', ${instantInMs('v.end_at')}, 'legal_end_at', ${instantInMs('v.legal_end_at')})), '[]')
             from validity v where v.tenant_id = $1 and v.company_id = c.company_id) as validities
     from (select unnest($2::uuid[]) as company_id
           union
           select r.subcontractor_id
             from unnest($3::uuid[]) as x (resource_id)
             cross join lateral (select o.subcontractor_id from resource o
                                  where o.tenant_id = $1 and o.resource_id = x.resource_id limit 1) r
            where r.subcontractor_id is not null) k
     cross join lateral (select o.company_id, o.name, o.purchase_status, o.is_archived, o.archived_subcontractor,
                                 o.carrier_terms
                           from company o where o.tenant_id = $1 and o.company_id = k.company_id limit 1) c
    order by c.company_id`,
)

/** Carriers by id, and the owners of given resources, with their status and certificates. */
export async function loadCarriers(
  tx: Tx,
  companyIds: readonly string[],
  resourceIds: readonly string[],
): Promise<CarrierFacts[]> {
  if (companyIds.length + resourceIds.length === 0) return []
  const carriers = await tx.query<CarrierFacts>(selectCarriers, companyIds, resourceIds)
  return carriers.map((carrier) => ({ ...carrier, terms: { ...anyTerms, ...carrier.terms } }))
}

const selectLifted = statement(
  'planning.select_lifted_reasons',
  `select distinct o ->> 'message' as message
     from planning_command_trip t
     join planning_command k on k.tenant_id = $1 and k.command_id = t.command_id
     cross join lateral jsonb_array_elements(k.overridden) o
    where t.tenant_id = $1 and t.trip_id = $2 and k.undone_at is null and o ->> 'trip_id' = $2::text`,
)

/** The overridden reasons of a trip, in their stored wording. */
export async function liftedReasons(tx: Tx, tripId: string): Promise<Set<string>> {
  const rows = await tx.query<{ message: string }>(selectLifted, tripId)
  return new Set(rows.map(({ message }) => message))
}
