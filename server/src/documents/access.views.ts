import { sql } from 'kysely'
import { type Condition, likely } from '../db/list/declare.ts'
import { type SubjectKind, subjectKinds } from './access.rules.ts'

/**
 * SQL: kind of a document `d` for access checks (DOC-10).
 * @param tenant `$1` in statements; lists, which compose their queries, take it from the row
 */
export const subjectKind = (tenant: '$1' | 'd.tenant_id') => `case d.subject_type
            when 'RESOURCE' then coalesce(
              (select case r.resource_type when 'DRIVER' then 'DRIVER' end from resource r
                where r.tenant_id = ${tenant} and r.resource_id = d.subject_id), 'RESOURCE')
            when 'MESSAGE' then case d.document_type when 'INVOICE' then 'INVOICE' else 'MESSAGE' end
            else d.subject_type end`

/**
 * SQL: whether a document `d` is of one of the kinds in a parameter. Not `= any`: on empty tables the planner would
 * scan an index by the list of keys.
 */
export const isOfKinds = (parameter: `$${number}`) =>
  `exists (select from unnest(${parameter}::text[]) as k(kind) where k.kind = ${subjectKind('$1')})`

/** Condition for documents `d` of these kinds. A reader of all kinds needs no check of the subject. */
export function ofKinds(kinds: readonly SubjectKind[]): Condition {
  if (kinds.length === subjectKinds.length) return sql<boolean>`d.subject_type = any(${subjectKinds}::text[])`
  return likely(sql<boolean>`${sql.raw(subjectKind('d.tenant_id'))} = any(${kinds}::text[])`)
}
