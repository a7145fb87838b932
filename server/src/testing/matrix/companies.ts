import { randomUUID } from 'node:crypto'
import { createCompany } from '@cartage/contract/companies/endpoints'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's company. */
export interface VictimCompany {
  companyId: string
  contactId: string
  code: string
}

const mine = () => ({ name: `mine-${randomUUID()}`, currency: 'EUR', is_customer: true })

/** Requests for the victim's company. */
export const companyCases = {
  idsByPath: { 'company/{id}': (victim: Victim) => victim.company.companyId },
  pathIds: { company_id: { of: (victim: Victim) => victim.company.companyId } },
  plainQuery: ['updated_after'],
  bodies: {
    createCompany: [
      mine,
      // Bill another tenant's company, and use its codes.
      (_: string, { company }: Victim) => ({ ...mine(), default_invoice_customer_id: company.companyId }),
      (name: string) => ({ ...mine(), code: name }),
    ],
    updateCompany: [mine],
    patchCompany: [
      () => ({ note: 'matrix' }),
      (_: string, { company }: Victim) => ({ id: company.contactId, is_archived: true }),
    ],
    changeCompany: [
      () => ({ note: 'matrix' }),
      (_: string, { company }: Victim) => ({ contacts: [{ id: company.contactId, name: 'matrix' }] }),
    ],
    syncCompanies: [
      () => ({ source: 'matrix', items: [] as unknown[] }),
      (name: string) => ({ source: 'matrix', items: [{ ...mine(), code: name }] }),
      (_: string, { company }: Victim) => ({
        source: 'matrix',
        dry_run: true,
        items: [{ ...mine(), code: company.code }],
      }),
    ],
  },
}

/** A company with a contact, with `word` in every text. */
export async function createVictimCompany(tenant: TestTenant, word: string): Promise<VictimCompany> {
  const company = await tenant.call(createCompany, {
    body: { name: word, code: word, currency: 'EUR', is_customer: true, note: word, contacts: [{ name: word }] },
  })
  return { companyId: company.id, contactId: company.contacts![0]!.id!, code: word }
}
