import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** Meaning of the key of an answer. */
export type QuestionKey = { code: string } & (
  | { target: 'DOCUMENT'; document_type: string; default_file_name: string }
  /** `field` receives the answer, such as `stop.custom_fields.trailer_number`. */
  | { target: 'FIELD'; field: string }
  | { target: 'ASSIGN_RESOURCE' | 'SCAN_BARCODE' }
)

const selectKeys = statement(
  'tenants.select_question_keys',
  `select k.code, k.target, k.field, k.default_file_name,
          (select t.code from document_type t
            where t.tenant_id = $1 and t.document_type_id = k.document_type_id) as document_type
     from question_path_key k
    where k.tenant_id = $1 and not k.is_archived and k.code = any($2::text[])`,
)

/** Meanings of the keys that the tenant has configured; unknown ones are left out. */
export async function findQuestionKeys(tx: Tx, codes: readonly string[]): Promise<Map<string, QuestionKey>> {
  if (codes.length === 0) return new Map()
  const rows = await tx.query<QuestionKey>(selectKeys, codes)
  return new Map(rows.map((row) => [row.code, row]))
}
