import type { OrderReference, SimilarOrder } from '@cartage/contract/orders/app/entry'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { loadReference } from '../../tenants/reference.views.ts'
import { type UploadFacts, uploadRecord } from '../uploads/rules.ts'
import { joinOutcome, uploadFacts } from '../uploads/views.ts'

/** Entered values by which similar orders are found, as far as they are filled in. */
export interface Likeness {
  order_identifier?: string | null | undefined
  customer_id?: string | null | undefined
  customer_reference_number?: string | null | undefined
  pickup_on?: string | null | undefined
  except?: string | null | undefined
}

const selectSimilar = statement(
  'orders.select_similar',
  `(select o.order_id, o.order_number, 'IDENTIFIER' as why
      from transport_order o
     where o.tenant_id = $1 and o.order_identifier = $2 and o.order_id is distinct from $6::uuid)
   union all
   (select o.order_id, o.order_number, 'REFERENCE'
      from transport_order o
     where o.tenant_id = $1 and o.customer_reference_number = $3 and length(o.customer_reference_number) <= 255
       and o.company_id = $4::uuid and o.pickup_on = $5::date and o.status not in ('CANCELLED', 'REJECTED')
       and o.created_at >= now() - interval '30 days' and o.order_id is distinct from $6::uuid
     order by o.created_at desc limit 5)
   limit 5`,
)

/** Orders similar to one being entered: the same key, or the same reference, customer and day. */
export async function findSimilar(tx: Tx, like: Likeness): Promise<SimilarOrder[]> {
  return await tx.query<SimilarOrder>(
    selectSimilar,
    like.order_identifier ?? null,
    like.customer_reference_number || null,
    like.customer_id ?? null,
    like.pickup_on ?? null,
    like.except ?? null,
  )
}

const selectSimilarLines = statement(
  'orders.select_similar_lines',
  `select x.line, s.order_id, s.order_number
     from unnest($2::integer[], $3::uuid[], $4::text[], $5::date[]) as x(line, company_id, reference, pickup_on)
    cross join lateral (
      select o.order_id, o.order_number from transport_order o
       where o.tenant_id = $1 and o.customer_reference_number = x.reference and length(o.customer_reference_number) <= 255
         and o.company_id = x.company_id and o.pickup_on = x.pickup_on and o.status not in ('CANCELLED', 'REJECTED')
         and o.created_at >= now() - interval '30 days' and o.order_id <> all($6::uuid[])
       order by o.created_at desc limit 1) s
    order by x.line`,
)

/** The values of a sheet row by which similar orders are found. */
export interface LineLikeness {
  line: number
  company_id: string
  reference: string
  /** Requested day of the pickup, YYYY-MM-DD. */
  pickup_on: string
}

/** The similar order of each row, by the rules of `findSimilar`; rows without one are left out. */
export async function findSimilarOfLines(tx: Tx, lines: readonly LineLikeness[], except: readonly string[]) {
  if (lines.length === 0) return []
  return await tx.query<{ line: number; order_id: string; order_number: string }>(
    selectSimilarLines,
    lines.map(({ line }) => line),
    lines.map(({ company_id }) => company_id),
    lines.map(({ reference }) => reference),
    lines.map(({ pickup_on }) => pickup_on),
    except,
  )
}

const selectTaken = statement(
  'orders.select_taken',
  `select o.order_identifier from transport_order o
    where o.tenant_id = $1 and o.order_identifier = any($2::text[])
   union
   select p.order_identifier from upload_pending p
    where p.tenant_id = $1 and p.order_identifier = any($2::text[])`,
)

/** Which of these identifiers belong to an order or a pending upload. */
export async function findTakenIdentifiers(tx: Tx, identifiers: readonly string[]): Promise<Set<string>> {
  if (identifiers.length === 0) return new Set()
  const rows = await tx.query<{ order_identifier: string }>(selectTaken, identifiers)
  return new Set(rows.map((row) => row.order_identifier))
}

const selectVersions = statement(
  'orders.select_versions',
  `select o.order_identifier, o.version from transport_order o
    where o.tenant_id = $1 and o.order_identifier = any($2::text[])`,
)

/** Version of the order of each identifier; unknown identifiers are left out. */
export async function readVersions(tx: Tx, identifiers: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ order_identifier: string; version: number }>(selectVersions, identifiers)
  return new Map(rows.map((row) => [row.order_identifier, row.version]))
}

const selectUploads = statement(
  'orders.select_uploads',
  `select ${uploadFacts} from order_upload u ${joinOutcome}
    where u.tenant_id = $1 and u.upload_id = any($2::uuid[])`,
)

/** Records of these uploads; unknown ones are left out. */
export async function listUploads(tx: Tx, uploadIds: readonly string[]): Promise<OrderImport[]> {
  const rows = await tx.query<UploadFacts>(selectUploads, uploadIds)
  return rows.map(uploadRecord)
}

const selectKeyed = statement(
  'orders.select_keyed',
  `select u.idempotency_key as key, ${uploadFacts} from order_upload u ${joinOutcome}
    where u.tenant_id = $1 and u.idempotency_key = any($2::text[])`,
)

/** Uploads that were stored under these keys, by key. */
export async function findUploadsByKey(tx: Tx, keys: readonly string[]): Promise<Map<string, OrderImport>> {
  const rows = await tx.query<UploadFacts & { key: string }>(selectKeyed, keys)
  return new Map(rows.map((row) => [row.key, uploadRecord(row)]))
}

/** Configured reference data that an order may refer to. */
export async function readReference(tx: Tx): Promise<OrderReference> {
  const known = await loadReference(tx)
  return {
    transport_services: known.transportServices,
    service_levels: known.serviceLevels,
    packaging_types: known.packagingTypes,
    container_types: known.containerTypes,
    custom_activities: known.customActivities.map(({ code, label }) => ({ code, name: label })),
  }
}
