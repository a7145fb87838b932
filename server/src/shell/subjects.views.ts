import type { Permission } from '@cartage/contract/endpoint'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { survivorOf } from '../locations/views.ts'

/** SQL for the subject of an exception: order `o` with its customer, and the place of `stop`. */
export const subjectOf = (stop: string) => `o.order_id, o.order_number,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name,
          (select json_build_object('name', coalesce(v.display_name, v.name), 'city', v.city, 'country', v.country)
             from location m join location v on v.tenant_id = $1 and v.location_id = ${survivorOf('m')}
            where m.tenant_id = $1 and m.location_id = ${stop}.location_id) as place`

const selectPhones = statement(
  'shell.list_phones',
  `select r.resource_id, r.properties ->> 'phone_number' as phone from resource r
    where r.tenant_id = $1 and r.resource_id = any($2::uuid[]) and r.properties ->> 'phone_number' <> ''`,
)

/** Phone numbers of drivers by id, for readers with the permission. */
export async function phonesOf(
  tx: Tx,
  drivers: readonly string[],
  permissions: readonly Permission[],
): Promise<Map<string, string>> {
  if (!permissions.includes('resource.personal')) return new Map()
  const rows = await tx.query<{ resource_id: string; phone: string }>(selectPhones, [...new Set(drivers)])
  return new Map(rows.map(({ resource_id, phone }) => [resource_id, phone]))
}
