import { randomUUID } from 'node:crypto'
import { anyTerms } from '@cartage/contract/companies/app/carrier-terms'
import type { Victim } from './world.ts'

const unavailability = { start_time: '2026-07-01T00:00:00Z', reason: 'DRIVER_HOLIDAY' }
const start_time = '2026-01-01T00:00:00Z'

const validity = (type: string) => (_: string, victim: Victim) => ({
  start_time,
  type,
  documents: [{ upload_id: victim.documents.uploadId, document_type: 'OTHER', name: 'matrix.pdf' }],
})

/** Requests of the application for resources, companies and documents. */
export const masterDataCases = {
  pathIds: {
    document_id: { of: (victim: Victim) => victim.documents.documentId },
    unavailability_id: { of: (victim: Victim) => victim.unavailabilityId },
    validity_id: {
      of: (victim: Victim, path: string) =>
        path.includes('{company_id}') ? victim.documents.companyValidityId : victim.documents.resourceValidityId,
    },
  },
  // Ids among them only filter the caller's own list.
  plainQuery: ['type', 'group', 'subcontractor', 'expiring', 'role', 'document_type'],
  bodies: {
    createResourceRecord: [
      () => ({ name: 'mine', van: {} }),
      (_: string, victim: Victim) => ({ name: 'mine', driver: { start_stop_location: { id: victim.locationId } } }),
    ],
    changeResourceRecord: [
      () => ({ name: 'mine' }),
      (_: string, victim: Victim) => ({ resource_group: { id: victim.resources.resourceGroupId } }),
    ],
    addUnavailability: [() => unavailability],
    changeUnavailability: [() => unavailability],
    addValidityToResource: [validity('FUEL_CARD')],
    changeValidityOfResource: [validity('FUEL_CARD')],
    addValidityToCompany: [validity('CARGO_INSURANCE')],
    changeValidityOfCompany: [validity('CARGO_INSURANCE')],
    createCompanyRecord: [
      () => ({ name: `mine-${randomUUID()}`, currency: 'EUR', is_customer: true }),
      (_: string, { company }: Victim) => ({
        name: `mine-${randomUUID()}`,
        currency: 'EUR',
        is_customer: true,
        default_invoice_customer_id: company.companyId,
      }),
    ],
    putCarrierTerms: [() => ({ ...anyTerms, max_weight_kg: 1 })],
    confirmCompanyAccount: [() => ({ account: 'BE68539007547034' })],
    changeCompanyRecord: [
      () => ({ note: 'matrix' }),
      (_: string, { company }: Victim) => ({ id: company.contactId, is_archived: true }),
    ],
  },
}
