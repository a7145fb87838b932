import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Caller } from '../../http/caller.ts'
import type { Names } from './output.rules.ts'

const named = (more = '') =>
  `coalesce(json_agg(json_build_object('code', n.code, 'name', n.name${more}) order by n.is_archived, n.code), '[]')`
// Referenced records may be archived by now; active ones are listed first, so that they are found first.
const selectNames = statement(
  'orders.select_names',
  `select (select ${named()} from transport_service n where n.tenant_id = $1) as transport_services,
          (select ${named()} from service_level n where n.tenant_id = $1) as service_levels,
          (select ${named()} from container_type n where n.tenant_id = $1) as container_types,
          (select ${named(", 'sizes', n.sizes")} from packaging_type n where n.tenant_id = $1) as packaging_types`,
)

/** Current names of reference data of orders. */
export async function loadNames(tx: Tx): Promise<Names> {
  const [names] = await tx.query<Names>(selectNames)
  return names!
}

const remembered = new WeakMap<Caller, Names>()

/**
 * The same, cached per credential. The caller object of a credential is replaced when a setting of its tenant changes,
 * which each request checks in the database (`CredentialBook`). So cached names are never older than the request.
 */
export async function namesFor(tx: Tx, caller: Caller): Promise<Names> {
  const isOfCredential = caller.kind === 'client' || caller.kind === 'webhook'
  const known = isOfCredential ? remembered.get(caller) : undefined
  if (known) return known
  const names = await loadNames(tx)
  if (isOfCredential) remembered.set(caller, names)
  return names
}
