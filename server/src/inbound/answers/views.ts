import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

// Each branch repeats the condition of its index, and the list of keys is built once.
const branch = (column: string) => `select r.resource_id, r.${column} as key from resource r
      where r.tenant_id = $1 and not r.is_archived and r.${column} is not null
        and r.${column} = any(array(select loose_key(g) from unnest($2::text[]) as g))`

const selectLoose = statement(
  'inbound.select_loose_resources',
  `with hit as (
     ${['name_loose', 'code_loose', 'license_plate_loose', 'container_number_loose'].map(branch).join(' union ')}
   )
   select g.given, array_agg(distinct hit.resource_id) as resource_ids
     from unnest($2::text[]) as g (given) join hit on hit.key = loose_key(g.given)
    group by g.given`,
)

/**
 * Active resources whose name, code, plate or container number is one of these texts, ignoring case and punctuation
 * (PU-4). By text; a text without letters and digits matches nothing.
 */
export async function findLooseResources(tx: Tx, texts: readonly string[]): Promise<Map<string, string[]>> {
  if (texts.length === 0) return new Map()
  const rows = await tx.query<{ given: string; resource_ids: string[] }>(selectLoose, [...new Set(texts)])
  return new Map(rows.map(({ given, resource_ids }) => [given, resource_ids]))
}
