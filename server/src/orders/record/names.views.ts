import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Caller } from '../../http/caller.ts'
import type { Names } from './output.rules.ts'

const named = (more = '') =>
  `coalesce(json_agg(json_build_object('code', n.code, 'name', n.name${more}) order by n.is_archived, n.code), '[]')`
// What an order names may be archived since; what is in use comes first, so that it is found first.
const selectNames = statement(
  'orders.select_names',
  `select (select ${named()} from transport_service n where n.tenant_id = $1) as transport_services,
          (select ${named()} from service_level n where n.tenant_id = $1) as service_levels,
          (select ${named()} from container_type n where n.tenant_id = $1) as container_types,
          (select ${named(", 'sizes', n.sizes")} from packaging_type n where n.tenant_id = $1) as packaging_types`,
)

/** What references of orders are called now. */
export async function loadNames(tx: Tx): Promise<Names> {
  const [names] = await tx.query<Names>(selectNames)
  return names!
}

const remembered = new WeakMap<Caller, Names>()

/**
 * The same, read once for a credential. The caller of a credential is another object as soon as a setting of its tenant changes, and each
 * request asks the database for that (`CredentialBook`): what is remembered is never older than the request.
 */
export async function namesFor(tx: Tx, caller: Caller): Promise<Names> {
  const isOfCredential = caller.kind === 'client' || caller.kind === 'webhook'
  const known = isOfCredential ? remembered.get(caller) : undefined
  if (known) return known
  const names = await loadNames(tx)
  if (isOfCredential) remembered.set(caller, names)
  return names
}
