import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { DocumentContent, DocumentKind } from '../documents/content.rules.ts'

/** Filter of exported finalised documents; null: all. */
export interface ExportFilter {
  readonly kinds: readonly DocumentKind[] | null
  /** Code of the billing entity. */
  readonly entity: string | null
  /** First and last date of the document. */
  readonly from: string | null
  readonly to: string | null
}

/** Start of an export page: after this document. */
export interface ExportPlace {
  readonly date: string
  readonly invoice_id: string
}

/** Content of a finalised document. */
export interface ExportedContent extends ExportPlace {
  readonly content: DocumentContent
}

const selectContents = statement(
  'billing.export_contents',
  `select i.invoice_id, i.date::text as date, i.content
     from invoice i
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = i.billing_entity_id
    where i.tenant_id = $1 and i.content is not null
      and ($2::text[] is null or i.kind = any($2::text[]))
      and ($3::text is null or b.code = $3)
      and ($4::date is null or i.date >= $4) and ($5::date is null or i.date <= $5)
      and ($6::date is null or (i.date, i.invoice_id) > ($6::date, $7::uuid))
    order by i.date, i.invoice_id
    limit 200`,
)

/** Contents of the next 200 finalised documents, in date order. */
export async function findContents(
  tx: Tx,
  { kinds, entity, from, to }: ExportFilter,
  after: ExportPlace | null,
): Promise<ExportedContent[]> {
  const place = [after?.date ?? null, after?.invoice_id ?? null]
  return await tx.query(selectContents, kinds, entity, from, to, ...place)
}
