import { isDeepStrictEqual } from 'node:util'
import type { CompanyDetailOutput } from '@cartage/contract/companies/company-detail'
import type { BillingLocation, CompanyInput, CompanyPartialInput } from '@cartage/contract/companies/company-input'
import type { ErrorItem } from '@cartage/contract/errors'
import type { By, Change, Members } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { twice } from '../db/twice.ts'
import { Problem } from '../http/problem.ts'
import type { Warning } from '../http/warnings.ts'
import { companyWarnings } from './checks.rules.ts'
import { readPartial } from './contacts.rules.ts'
import { findCompanyDetail, listBillingEntities } from './details.views.ts'
import { followCompanies } from './follow.commands.ts'
import { settlePlaces } from './places.commands.ts'
import {
  accountingCodeFault,
  type Company,
  companyProblem,
  decideCompany,
  isArchived,
  type SentCompany,
  type WriteMode,
  withArchived,
} from './record.rules.ts'
import {
  companiesForUpdate,
  findCodeHolders,
  findExistingCompanies,
  insertCompanyRecords,
  updateCompanyRecords,
} from './records.store.ts'

/** A company after a command, with its warnings. */
export interface WrittenCompany {
  company: CompanyDetailOutput
  warnings: Warning[]
}

/**
 * Creates a company (COMP-1).
 * @throws Problem validation_failed (422): a rule of the interface, an accounting code that another active company has
 */
export async function createCompany(
  ctx: Context,
  tenantId: string,
  by: By,
  body: CompanyInput,
): Promise<WrittenCompany> {
  return await twice(() =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const decided = await decide(ctx, tx, undefined, body, 'create')
      const id = ctx.newId()
      await rejectFaults(tx, id, decided)
      const warnings = warningsOf(decided.company, body.billing_location?.country)
      await insertCompanyRecords(tx, by, [{ company_id: id, company: decided.company, warnings }])
      return await finish(tx, by, id, undefined, warnings)
    }),
  )
}

/**
 * Replaces a company; absent members get their defaults.
 * @throws Problem not_found, validation_failed as in `createCompany`
 */
export async function updateCompany(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  body: CompanyInput,
): Promise<WrittenCompany> {
  return await change(ctx, tenantId, by, id, async (tx, before) => await decide(ctx, tx, before, body, 'replace'))
}

/**
 * Changes only the given members of a company (COMP-2 to COMP-4).
 * @throws Problem not_found, validation_failed as in `createCompany`
 */
export async function patchCompany(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  body: CompanyPartialInput,
): Promise<WrittenCompany> {
  return await change(ctx, tenantId, by, id, async (tx, before) => {
    const { contacts, isArchived: willArchive, faults } = readPartial(id, before.contacts, body)
    const start = willArchive === undefined ? before : withArchived(before, willArchive)
    const decided = await decide(ctx, tx, start, { ...body, contacts }, 'change')
    return { ...decided, faults: [...faults, ...decided.faults] }
  })
}

/**
 * Archives a company in all its roles; it stays readable (COMP-5). Archiving it again changes nothing.
 * @throws Problem not_found
 */
export async function archiveCompany(ctx: Context, tenantId: string, by: By, id: string): Promise<void> {
  await change(ctx, tenantId, by, id, async (_tx, before) => ({
    company: withArchived(before, true),
    faults: [],
    sent: {},
  }))
}

interface Decided {
  company: Company
  faults: ErrorItem[]
  sent: SentCompany
}

async function change(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  decideChange: (tx: Tx, before: Company) => Promise<Decided>,
): Promise<WrittenCompany> {
  return await twice(() =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const [locked, view] = await Promise.all([companiesForUpdate(tx, [id]), findCompanyDetail(tx, id)])
      const before = locked.get(id)
      if (!before || !view) throw new Problem('not_found')
      const decided = await decideChange(tx, before)
      await rejectFaults(tx, id, decided)
      const { billing_location: place } = decided.sent
      const warnings = warningsOf(decided.company, (place === undefined ? view.billing_location : place)?.country)
      if (isDeepStrictEqual(decided.company, before)) return { company: view, warnings }
      await updateCompanyRecords(tx, by, [{ company_id: id, company: decided.company, warnings }])
      await followCompanies(tx, [{ company_id: id, before, company: decided.company }])
      return await finish(tx, by, id, view, warnings)
    }),
  )
}

async function decide(
  ctx: Context,
  tx: Tx,
  before: Company | undefined,
  sent: SentCompany,
  way: WriteMode,
): Promise<Decided> {
  const invoiceCustomer = sent.default_invoice_customer_id
  const [places, billingEntities, existing] = await Promise.all([
    settlePlaces(ctx, tx, [sent.billing_location]),
    listBillingEntities(tx),
    findExistingCompanies(tx, invoiceCustomer ? [invoiceCustomer] : []),
  ])
  const decided = decideCompany(before, sent, {
    way,
    billingLocationId: places[0] ?? null,
    billingEntities,
    hasInvoiceCustomer: existing.size === 1,
    newId: ctx.newId,
  })
  return { ...decided, sent }
}

async function rejectFaults(tx: Tx, id: string, { company, faults }: Decided): Promise<void> {
  const isLive = company.accounting_code !== null && !isArchived(company)
  const holders = isLive ? await findCodeHolders(tx, [company.accounting_code!]) : []
  const other = holders.find((holder) => holder.company_id !== id)
  const [first, ...rest] = other ? [...faults, accountingCodeFault(other)] : faults
  if (first) throw companyProblem([first, ...rest])
}

/** Warnings about a company that is billed in a country. */
export function warningsOf(company: Company, country: BillingLocation['country']): Warning[] {
  const { vat_number, bank_accounts } = company.members
  const contacts = company.contacts.filter((contact) => !contact.is_archived)
  return companyWarnings({
    vat_number,
    bank_accounts,
    contacts,
    currency: company.currency,
    country: country ?? null,
  })
}

/** Reads the company back and records the change, as the last step. */
async function finish(
  tx: Tx,
  by: By,
  id: string,
  before: CompanyDetailOutput | undefined,
  warnings: Warning[],
): Promise<WrittenCompany> {
  const company = await findCompanyDetail(tx, id)
  if (!company) throw new Error(`company ${id} was written and is not there`)
  await recordChanges(tx, by, [companyChange(id, before, company)])
  return { company, warnings }
}

/** Audit trail entry of a change of a company. */
export function companyChange(id: string, before: CompanyDetailOutput | undefined, after: CompanyDetailOutput): Change {
  const turned = before?.is_archived === after.is_archived ? 'updated' : after.is_archived ? 'archived' : 'restored'
  return {
    entity_type: 'company',
    entity_id: id,
    action: before ? turned : 'created',
    before: before ? auditMembers(before) : null,
    after: auditMembers(after),
  }
}

function auditMembers(company: CompanyDetailOutput): Members {
  const { id: _id, timestamp_updated: _updated, ...members } = company
  return members
}
