import type { CompanyDocumentOutput } from '@cartage/contract/validities/validity'
import { sql } from 'kysely'
import { type Condition, is, until, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { downloadUrl } from '../documents/views.ts'
import { type Validity, validityOutput } from './rules.ts'
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

/** Whether the company exists; archived ones stay readable. */
export async function isCompany(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(selectCompany, companyId)).length > 0
}

/** Filter of a resource's or company's validities: those that overlap a range. */
export type ValidityFilters = Partial<Record<'resource_id' | 'company_id' | 'start_time' | 'end_time', string>>

const selectRows = statement(
  'validities.list_rows',
  `select ${validityColumns} from validity v where v.tenant_id = $1 and v.validity_id = any ($2::uuid[])`,
)

function endsAfter(at: string | undefined): Condition | undefined {
  if (at === undefined) return undefined
  return sql<boolean>`(coalesce(v.end_at, 'infinity') > ${at}::timestamptz or v.start_at >= ${at}::timestamptz)`
}

/** Validities of a resource or a company in the order in which they were created. */
export const validities = new List<ValidityFilters, never, ReturnType<typeof validityOutput>>({
  from: 'validity as v',
  id: 'v.validity_id',
  filters: {
    resource_id: is('v.resource_id', 'uuid'),
    company_id: is('v.company_id', 'uuid'),
    start_time: endsAfter,
    end_time: until('v.start_at'),
  },
  sorts: {},
  walk: [up('v.created_at', 'timestamptz'), up('v.validity_id', 'uuid')],
  read: async (tx, ids) => (await tx.query<Validity>(selectRows, ids)).map(validityOutput),
  idOf: ({ id }) => id,
})

const selectDocumentIds = statement(
  'validities.list_document_ids',
  'select document_id from validity_document where tenant_id = $1 and validity_id = $2 order by document_id',
)

/** Ids of the documents attached to a validity. */
export async function listValidityDocumentIds(tx: Tx, validityId: string): Promise<string[]> {
  const rows = await tx.query<{ document_id: string }>(selectDocumentIds, validityId)
  return rows.map((row) => row.document_id)
}

const selectDerived = statement(
  'validities.list_made',
  'select validity_id, unavailability_id, resource_id from validity_unavailability where tenant_id = $1 and validity_id = $2',
)

/** Unavailabilities derived from a validity, including those that people have removed. */
export async function listDerived(tx: Tx, validityId: string): Promise<DerivedUnavailability[]> {
  return await tx.query<DerivedUnavailability>(selectDerived, validityId)
}

/** Resource that a validity makes unavailable, and the owner of the validity. */
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

/** Resources affected by validities: the given ones, and all resources of the given companies. */
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
  validity: Validity | null
}

const documentText = (filter: string) => `
  select d.document_id, d.name, d.document_type, d.media_type,
         (select to_json(x) from (
            select ${validityColumns}
              from validity_document l
              join validity v on v.tenant_id = $1 and v.validity_id = l.validity_id
             where l.tenant_id = $1 and l.document_id = d.document_id limit 1
          ) x) as validity
    from document d
   where d.tenant_id = $1 and ${filter}`

const selectDocuments = statement('validities.list_company_documents', documentText('d.document_id = any ($2::uuid[])'))
const selectDocument = statement(
  'validities.find_company_document',
  documentText(`d.subject_type = 'COMPANY' and d.subject_id = $2 and d.document_id = $3`),
)

/** Documents of a company in the order in which they were attached. */
export const companyDocuments = new List<{ company_id: string }, never, CompanyDocumentOutput>({
  from: 'document as d',
  id: 'd.document_id',
  always: sql<boolean>`d.subject_type = 'COMPANY'`,
  filters: { company_id: is('d.subject_id', 'uuid') },
  sorts: {},
  walk: [up('d.created_at', 'timestamptz'), up('d.document_id', 'uuid')],
  read: async (tx, ids) => (await tx.query<CompanyDocumentRow>(selectDocuments, ids)).map(documentOutput),
  idOf: ({ id }) => id,
})

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

/** Whether a document is attached to an existing validity. */
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
