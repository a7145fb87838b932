import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { Content, Validity } from './rules.ts'

/** Columns of a validity `v` for `Validity`. */
export const validityColumns = `v.validity_id, v.resource_id, v.company_id, v.validity_type,
          ${instant('v.start_at')} as start_at, ${instant('v.end_at')} as end_at,
          ${instant('v.legal_end_at')} as legal_end_at, v.generate_unavailability, v.external_id, v.description,
          v.generated_at is not null as is_generated`

const insertRow = statement(
  'validities.insert_validity',
  `insert into validity (tenant_id, validity_id, resource_id, company_id, validity_type, start_at, end_at,
                         legal_end_at, generate_unavailability, external_id, description)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

/** Stores a new validity. */
export async function insertValidity(tx: Tx, row: Validity): Promise<void> {
  await tx.query(insertRow, row.validity_id, row.resource_id, row.company_id, ...valuesOf(row))
}

function valuesOf(row: Content): unknown[] {
  return [
    row.validity_type,
    row.start_at,
    row.end_at,
    row.legal_end_at,
    row.generate_unavailability,
    row.external_id,
    row.description,
  ]
}

const lockOne = statement(
  'validities.lock_validity',
  `select ${validityColumns} from validity v where v.tenant_id = $1 and v.validity_id = $2 for update`,
)

/** One validity, locked until the transaction ends. */
export async function validityForUpdate(tx: Tx, validityId: string): Promise<Validity | undefined> {
  const [row] = await tx.query<Validity>(lockOne, validityId)
  return row
}

const updateRow = statement(
  'validities.update_validity',
  `with changed as (
   update validity
      set validity_type = $3, start_at = $4, end_at = $5, legal_end_at = $6, generate_unavailability = $7,
          external_id = $8, description = $9, updated_at = statement_timestamp()
    where tenant_id = $1 and validity_id = $2
   returning end_at
   )
   select coalesce(end_at <= now(), false) as is_ended from changed`,
)

/**
 * Replaces the content of a validity.
 * @returns whether its planning end has passed, by the database clock
 */
export async function updateValidity(tx: Tx, validityId: string, content: Content): Promise<boolean> {
  const [row] = await tx.query<{ is_ended: boolean }>(updateRow, validityId, ...valuesOf(content))
  return row!.is_ended
}

const deleteLinks = statement(
  'validities.delete_links',
  'delete from validity_document where tenant_id = $1 and validity_id = $2',
)
const deleteDerived = statement(
  'validities.delete_made',
  'delete from validity_unavailability where tenant_id = $1 and validity_id = $2',
)
const deleteRow = statement(
  'validities.delete_validity',
  'delete from validity where tenant_id = $1 and validity_id = $2',
)

/** Removes a validity. Its documents stay with their owner. */
export async function deleteValidity(tx: Tx, validityId: string): Promise<void> {
  await Promise.all([
    tx.query(deleteLinks, validityId),
    tx.query(deleteDerived, validityId),
    tx.query(deleteRow, validityId),
  ])
}

const insertLinks = statement(
  'validities.insert_documents',
  `insert into validity_document (tenant_id, validity_id, document_id)
   select $1::uuid, $2::uuid, d from unnest($3::uuid[]) as d
   returning tenant_id`,
)

/** Links documents to the validity they were sent with. */
export async function insertValidityDocuments(
  tx: Tx,
  validityId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length > 0) await tx.query(insertLinks, validityId, documentIds)
}

const selectEnded = statement(
  'validities.lock_ended',
  `select ${validityColumns} from validity v
    where v.tenant_id = $1 and v.generate_unavailability and v.generated_at is null and v.end_at <= now()
      and v.validity_id <> all ($3::uuid[])
    order by v.end_at limit $2 for update skip locked`,
)

/**
 * Validities whose planning end has passed without an unavailability, longest ended first, locked.
 * @param without ids of validities to skip
 */
export async function endedValiditiesForUpdate(tx: Tx, most: number, without: readonly string[]): Promise<Validity[]> {
  return await tx.query<Validity>(selectEnded, most, without)
}

const noteGenerated = statement(
  'validities.note_generated',
  'update validity set generated_at = now() where tenant_id = $1 and validity_id = any ($2::uuid[])',
)
const insertDerived = statement(
  'validities.insert_made',
  `insert into validity_unavailability (tenant_id, validity_id, unavailability_id, resource_id)
   select $1::uuid, m.* from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as m
   returning tenant_id`,
)

/** An unavailability created because a validity has ended. */
export interface DerivedUnavailability {
  readonly validity_id: string
  readonly unavailability_id: string
  readonly resource_id: string
}

/** Records the unavailabilities created for these validities, perhaps none. */
export async function noteUnavailabilities(
  tx: Tx,
  validityIds: readonly string[],
  created: readonly DerivedUnavailability[],
): Promise<void> {
  await Promise.all([
    tx.query(noteGenerated, validityIds),
    tx.query(
      insertDerived,
      created.map((one) => one.validity_id),
      created.map((one) => one.unavailability_id),
      created.map((one) => one.resource_id),
    ),
  ])
}

const forgetGenerated = statement(
  'validities.forget_generated',
  'update validity set generated_at = null where tenant_id = $1 and validity_id = $2',
)

/** Lets a validity create its unavailabilities again when it ends. */
export async function forgetUnavailabilities(tx: Tx, validityId: string): Promise<void> {
  await Promise.all([tx.query(deleteDerived, validityId), tx.query(forgetGenerated, validityId)])
}
