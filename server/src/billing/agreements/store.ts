import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** A stored agreement. Days are `YYYY-MM-DD`. */
export interface AgreementRow {
  self_billing_agreement_id: string
  company_id: string
  billing_entity_id: string
  reference: string
  valid_from: string
  valid_to: string | null
  days_to_object: number
  version: number
}

const columns = `a.self_billing_agreement_id, a.company_id, a.billing_entity_id, a.reference,
  a.valid_from::text as valid_from, a.valid_to::text as valid_to, a.days_to_object, a.version`

const insertRow = statement(
  'billing.insert_agreement',
  `insert into self_billing_agreement (tenant_id, self_billing_agreement_id, company_id, billing_entity_id, reference,
          valid_from, valid_to, days_to_object)
   values ($1, $2, $3, $4, $5, $6::date, $7::date, $8)`,
)

/** Adds an agreement. */
export async function insertAgreement(tx: Tx, row: Omit<AgreementRow, 'version'>): Promise<void> {
  const { self_billing_agreement_id: id, company_id, billing_entity_id, reference } = row
  await tx.query(
    insertRow,
    ...[id, company_id, billing_entity_id, reference],
    ...[row.valid_from, row.valid_to, row.days_to_object],
  )
}

const updateRow = statement(
  'billing.update_agreement',
  `update self_billing_agreement
      set billing_entity_id = $3, reference = $4, valid_from = $5::date, valid_to = $6::date, days_to_object = $7,
          version = version + 1
    where tenant_id = $1 and self_billing_agreement_id = $2`,
)

/** Overwrites an agreement. */
export async function updateAgreement(tx: Tx, row: Omit<AgreementRow, 'version'>): Promise<void> {
  const { self_billing_agreement_id: id, billing_entity_id, reference, valid_from, valid_to, days_to_object } = row
  await tx.query(updateRow, id, billing_entity_id, reference, valid_from, valid_to, days_to_object)
}

const lockRow = statement(
  'billing.lock_agreement',
  `select ${columns} from self_billing_agreement a where a.tenant_id = $1 and a.self_billing_agreement_id = $2 for update`,
)

/** An agreement, locked; undefined when there is none. */
export async function agreementForUpdate(tx: Tx, id: string): Promise<AgreementRow | undefined> {
  return (await tx.query<AgreementRow>(lockRow, id))[0]
}

const lockSupplier = statement(
  'billing.lock_supplier',
  'select company_id from company where tenant_id = $1 and company_id = $2 for no key update',
)

/**
 * Locks a supplier, so that changes to its agreements are serialised.
 * @returns whether the company exists
 */
export async function lockSupplierOf(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(lockSupplier, companyId)).length > 0
}

const selectOfCompany = statement(
  'billing.agreements_of_company',
  `select ${columns} from self_billing_agreement a where a.tenant_id = $1 and a.company_id = $2
    order by a.valid_from desc`,
)

/** Agreements with a supplier, latest first. */
export async function agreementsOf(tx: Tx, companyId: string): Promise<AgreementRow[]> {
  return await tx.query<AgreementRow>(selectOfCompany, companyId)
}
