import type { CompanyDocumentOutput } from '@cartage/contract/validities/validity'
import { sql } from 'kysely'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { exactInstant, instant } from '../db/texts.ts'
import { downloadUrl } from '../documents/views.ts'
import type { Range } from '../unavailabilities/rules.ts'
import { type Owner, type Validity, validityOutput } from './rules.ts'
import { type DerivedUnavailability, validityColumns } from './store.ts'

const selectOne = statement(
  'validities.find_validity',
  `select ${validityColumns} from validity v where v.tenant_id = $1 and v.validity_id = $2`,
)

/** One validity, of any owner. */
export async function findValidity(tx: Tx, validityId: string): Promise<Validity | undefined> {
  const [row] = await tx.query<Validity>(selectOne, validityId)
  return row
}

const selectCompany = statement(
  'validities.find_company',
  'select company_id from company where tenant_id = $1 and company_id = $2',
)

/** Whether there is such a company; archived ones stay readable. */
export async function isCompany(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(selectCompany, companyId)).length > 0
}

/** Key of the last row of the page before. */
type Key = readonly (string | number)[] | undefined

const instantOf = (column: string) => sql<string>`${sql.raw(instant(column))}`

/** A row of a list with the key it is ordered by: instant of creation with microseconds, then id. */
export interface Listed extends Validity {
  readonly created_key: string
}

/** Validities of a resource or company that overlap a range, in the order in which they were made. */
export async function listValidityRows(
  tx: Tx,
  input: { owner: Owner; range: Range; after: Key; limit: number },
): Promise<Listed[]> {
  const { owner, range, after, limit } = input
  let query = build
    .selectFrom('validity as v')
    .select(['v.validity_id', 'v.resource_id', 'v.company_id', 'v.validity_type', 'v.generate_unavailability'])
    .select(['v.external_id', 'v.description'])
    .select([instantOf('v.start_at').as('start_at'), sql<string | null>`${instantOf('v.end_at')}`.as('end_at')])
    .select([
      sql<string | null>`${instantOf('v.legal_end_at')}`.as('legal_end_at'),
      sql<string>`${sql.raw(exactInstant('v.created_at'))}`.as('created_key'),
    ])
    .select(sql<boolean>`v.generated_at is not null`.as('is_generated'))
    .orderBy('v.created_at')
    .orderBy('v.validity_id')
    .limit(limit)
  if ('resource_id' in owner) query = query.where('v.resource_id', '=', owner.resource_id)
  else query = query.where('v.company_id', '=', owner.company_id)
  if (after) {
    query = query.where(sql<boolean>`(v.created_at, v.validity_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  }
  if (range.end !== null) query = query.where('v.start_at', '<', range.end)
  if (range.start !== null) {
    query = query.where(
      sql<boolean>`(coalesce(v.end_at, 'infinity') > ${range.start}::timestamptz or v.start_at >= ${range.start}::timestamptz)`,
    )
  }
  return await tx.rows<Listed>(query)
}

const selectDocumentIds = statement(
  'validities.list_document_ids',
  'select document_id from validity_document where tenant_id = $1 and validity_id = $2 order by document_id',
)

/** Ids of the documents that came with a validity. */
export async function listValidityDocumentIds(tx: Tx, validityId: string): Promise<string[]> {
  const rows = await tx.query<{ document_id: string }>(selectDocumentIds, validityId)
  return rows.map((row) => row.document_id)
}

const selectDerived = statement(
  'validities.list_made',
  'select validity_id, unavailability_id, resource_id from validity_unavailability where tenant_id = $1 and validity_id = $2',
)

/** Unavailabilities that a validity has made, also those that people have removed since. */
export async function listDerived(tx: Tx, validityId: string): Promise<DerivedUnavailability[]> {
  return await tx.query<DerivedUnavailability>(selectDerived, validityId)
}

/** A resource as far as its unavailability depends on it. */
export interface Concerned {
  owner_id: string
  resource_id: string
  resource_type: string
}

const selectConcerned = statement(
  'validities.list_concerned',
  `select r.resource_id as owner_id, r.resource_id, r.resource_type
     from resource r where r.tenant_id = $1 and r.resource_id = any ($2::uuid[])
   union all
   select r.subcontractor_id, r.resource_id, r.resource_type
     from resource r where r.tenant_id = $1 and r.subcontractor_id = any ($3::uuid[]) and not r.is_archived`,
)

/** The resources that validities are about: those named, and all that belong to the companies named. */
export async function listConcerned(
  tx: Tx,
  resourceIds: readonly string[],
  companyIds: readonly string[],
): Promise<Concerned[]> {
  return await tx.query<Concerned>(selectConcerned, resourceIds, companyIds)
}

interface CompanyDocumentRow {
  document_id: string
  name: string
  document_type: string
  media_type: string
  created_key: string
  validity: Validity | null
}

const documentText = (filter: string) => `
  select d.document_id, d.name, d.document_type, d.media_type,
         ${exactInstant('d.created_at')} as created_key,
         (select to_json(x) from (
            select ${validityColumns}
              from validity_document l
              join validity v on v.tenant_id = $1 and v.validity_id = l.validity_id
             where l.tenant_id = $1 and l.document_id = d.document_id limit 1
          ) x) as validity
    from document d
   where d.tenant_id = $1 and d.subject_type = 'COMPANY' and d.subject_id = $2 ${filter}`

const selectDocuments = statement(
  'validities.list_company_documents',
  `${documentText('and (d.created_at, d.document_id) > ($3::timestamptz, $4::uuid)')}
   order by d.created_at, d.document_id limit $5`,
)
const selectDocument = statement('validities.find_company_document', documentText('and d.document_id = $3'))

const beginning = ['-infinity', '00000000-0000-0000-0000-000000000000']

/** Documents of a company in the order in which they were attached, with the key the list is ordered by. */
export async function listCompanyDocumentRows(
  tx: Tx,
  companyId: string,
  after: Key,
  limit: number,
): Promise<{ key: [string, string]; output: CompanyDocumentOutput }[]> {
  const rows = await tx.query<CompanyDocumentRow>(selectDocuments, companyId, ...(after ?? beginning), limit)
  return rows.map((row) => ({ key: [row.created_key, row.document_id], output: documentOutput(row) }))
}

/** One document of a company. */
export async function findCompanyDocument(
  tx: Tx,
  companyId: string,
  documentId: string,
): Promise<CompanyDocumentOutput | undefined> {
  const [row] = await tx.query<CompanyDocumentRow>(selectDocument, companyId, documentId)
  return row && documentOutput(row)
}

const selectProof = statement(
  'validities.is_document_of_validity',
  'select true as is_proof from validity_document d where d.tenant_id = $1 and d.document_id = $2 limit 1',
)

/** Whether a document came with a validity that is still there. */
export async function isOfValidity(tx: Tx, documentId: string): Promise<boolean> {
  return (await tx.query<{ is_proof: boolean }>(selectProof, documentId)).length > 0
}

function documentOutput(row: CompanyDocumentRow): CompanyDocumentOutput {
  return {
    id: row.document_id,
    name: row.name,
    type: row.document_type as CompanyDocumentOutput['type'],
    download_url: downloadUrl(row.document_id),
    subject_type: 'COMPANY',
    content_type: row.media_type,
    validity: row.validity && validityOutput(row.validity),
  }
}
