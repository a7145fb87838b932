import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** A legal entity of the haulier, as the interface shows it. */
export interface BillingEntityRow {
  billing_entity_id: string
  code: string
  name: string
  legal_name: string
  vat_number: string
  company_registration_number: string
  is_default: boolean
}

/** A piece of equipment or an ability. */
export interface ExtraRow {
  extra_id: string
  code: string
  name: string
}

/** Something that has a code and a name. */
export interface CodedRow {
  id: string
  code: string
  name: string
}

export interface DocumentTypeRow {
  document_type_id: string
  code: string
  name: string
  /** ORDER, STOP and so on; empty: any. */
  subject_types: string[]
}

export interface QuestionPathKeyRow {
  question_path_key_id: string
  code: string
  /** Code of the kind of document its files become. */
  document_type: string
  /** Name of a stored file, after the name the sender gave it. */
  default_file_name: string
}

/** What counts in the tenant where a record says nothing else. */
export interface TenantDefaults {
  /** IANA name. */
  time_zone: string
  locale: string
  /** ISO 4217. */
  currency: string
  create_missing_companies: boolean
}

const entityColumns = 'billing_entity_id, code, name, legal_name, vat_number, company_registration_number, is_default'

const entityByCode = statement(
  'tenants.billing_entity_by_code',
  `select ${entityColumns} from billing_entity where tenant_id = $1 and code = $2 and not is_archived`,
)

/** The live billing entity with this code, byte for byte; undefined when there is none. */
export async function findBillingEntityByCode(tx: Tx, code: string): Promise<BillingEntityRow | undefined> {
  return (await tx.query<BillingEntityRow>(entityByCode, code))[0]
}

const entitiesByIds = statement(
  'tenants.billing_entities_by_ids',
  `select ${entityColumns} from billing_entity where tenant_id = $1 and billing_entity_id = any($2::uuid[])`,
)

/** Billing entities by their ids, archived ones too: what names one shows it for ever. */
export async function findBillingEntities(tx: Tx, ids: readonly string[]): Promise<BillingEntityRow[]> {
  return await tx.query<BillingEntityRow>(entitiesByIds, ids)
}

const theDefault = statement(
  'tenants.default_billing_entity',
  `select ${entityColumns} from billing_entity where tenant_id = $1 and is_default`,
)

/** The billing entity that is meant where none is named (RES-14); every tenant has one. */
export async function defaultBillingEntity(tx: Tx): Promise<BillingEntityRow> {
  return (await tx.query<BillingEntityRow>(theDefault))[0]!
}

const extrasByCodes = statement(
  'tenants.extras_by_codes',
  `select extra_id, code, name from extra where tenant_id = $1 and code = any($2::text[]) and not is_archived
    order by code, name, extra_id`,
)

/** All live extras with these codes, byte for byte: several of one code is for the caller to refuse (RES-10). */
export async function findExtrasByCodes(tx: Tx, codes: readonly string[]): Promise<ExtraRow[]> {
  return await tx.query<ExtraRow>(extrasByCodes, codes)
}

const typeByCode = statement(
  'tenants.document_type_by_code',
  `select document_type_id, code, name, subject_types from document_type
    where tenant_id = $1 and code = $2 and not is_archived`,
)

/** The live kind of document with this code; undefined when there is none. */
export async function findDocumentType(tx: Tx, code: string): Promise<DocumentTypeRow | undefined> {
  return (await tx.query<DocumentTypeRow>(typeByCode, code))[0]
}

const keyByCode = statement(
  'tenants.question_path_key_by_code',
  `select k.question_path_key_id, k.code, t.code as document_type, k.default_file_name
     from question_path_key k
     join document_type t on t.tenant_id = k.tenant_id and t.document_type_id = k.document_type_id
    where k.tenant_id = $1 and t.tenant_id = $1 and k.code = $2 and not k.is_archived`,
)

/** What the key of a document upload stands for (DOC-1); undefined when there is no such live key. */
export async function findQuestionPathKey(tx: Tx, key: string): Promise<QuestionPathKeyRow | undefined> {
  return (await tx.query<QuestionPathKeyRow>(keyByCode, key))[0]
}

const departmentByCode = statement(
  'tenants.department_by_code',
  'select department_id as id, code, name from department where tenant_id = $1 and code = $2 and not is_archived',
)

/** The live department with this code; undefined when there is none. */
export async function findDepartment(tx: Tx, code: string): Promise<CodedRow | undefined> {
  return (await tx.query<CodedRow>(departmentByCode, code))[0]
}

const groupByCode = statement(
  'tenants.planning_group_by_code',
  `select planning_group_id as id, code, name from planning_group
    where tenant_id = $1 and code = $2 and not is_archived`,
)

/** The live planning group with this code; undefined when there is none. */
export async function findPlanningGroup(tx: Tx, code: string): Promise<CodedRow | undefined> {
  return (await tx.query<CodedRow>(groupByCode, code))[0]
}

const defaults = statement(
  'tenants.find_defaults',
  `select t.time_zone, s.locale, s.currency, s.create_missing_companies
     from tenant t join tenant_setting s on s.tenant_id = t.tenant_id
    where t.tenant_id = $1 and s.tenant_id = $1`,
)

/** Time zone, language and currency of the tenant, and whether orders make missing companies. */
export async function tenantDefaults(tx: Tx): Promise<TenantDefaults> {
  return (await tx.query<TenantDefaults>(defaults))[0]!
}
