import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Most rows searched for a name. With more rows, any entry that they could refer to counts as used. */
const mostRows = 10_000

const namedByOrders = statement(
  'tenants.is_named_by_orders',
  `select (select count(*) from (select from transport_order where tenant_id = $1 limit ${mostRows + 1}) o) > ${mostRows}
       or exists (
         select from (select doc from transport_order where tenant_id = $1 limit ${mostRows}) o
          where exists (select from unnest($2::text[]) word where position(word in lower(o.doc::text)) > 0)
       ) as is_named`,
)
const namedByDocuments = statement(
  'tenants.is_named_by_documents',
  `select (select count(*) from (select from document where tenant_id = $1 limit ${mostRows + 1}) d) > ${mostRows}
       or exists (
         select from (select document_type from document where tenant_id = $1 limit ${mostRows}) d
          where d.document_type = any($2::text[])
       ) as is_named`,
)

/**
 * Whether an order contains one of these words: orders refer to settings by code or name, as text. A match in another
 * member also counts as used, which does no harm.
 */
export async function isNamedByOrders(tx: Tx, words: readonly string[]): Promise<boolean> {
  const quoted = words.map((word) => JSON.stringify(word.toLowerCase()))
  const [row] = await tx.query<{ is_named: boolean }>(namedByOrders, quoted)
  return row!.is_named
}

/** Whether a document has one of these types. */
export async function isNamedByDocuments(tx: Tx, codes: readonly string[]): Promise<boolean> {
  const [row] = await tx.query<{ is_named: boolean }>(namedByDocuments, codes)
  return row!.is_named
}
