import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import { isSameName } from '@cartage/contract/reading/fold'

/** Refers to a company by code or name. */
export interface CompanyReference {
  code?: string | undefined
  name?: string | undefined
}

/** Data of a company to match it and to check its order. */
export interface KnownCompany {
  company_id: string
  name: string
  code: string | null
  accounting_code: string | null
  /** PROSPECT, NOT_APPROVED, APPROVED, WARNING or BLOCKED. */
  status: string
  is_customer: boolean
}

/**
 * The company of a reference (ORD-11): by accounting code, then by code, then by name (SEARCH-6). After an unknown code
 * the name may still match, but only a company without codes of its own: another code is another company.
 */
export function matchCompany<Company extends KnownCompany>(
  companies: readonly Company[],
  reference: CompanyReference,
): Company | undefined {
  const { code, name } = reference
  if (code) {
    const byCode =
      companies.find((company) => company.accounting_code === code) ??
      companies.find((company) => company.code === code)
    if (byCode) return byCode
  }
  if (!name) return undefined
  const named = companies
    .filter((company) => isSameName(company.name, name))
    .filter((company) => !code || !hasCode(company))
  return named.find((company) => company.is_customer) ?? named[0]
}

function hasCode(company: KnownCompany): boolean {
  return Boolean(company.accounting_code || company.code)
}

/** A company without the haulier's notes and contacts, for other readers (READ-7). */
export function withoutNotes(company: CompanyOutput): CompanyOutput {
  const { note: _note, contacts, ...members } = company
  return { ...members, contacts: contacts?.map(({ note: _itsNote, ...contact }) => contact) }
}
