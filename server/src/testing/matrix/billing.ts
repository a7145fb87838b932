import { randomUUID } from 'node:crypto'
import { insertAgreement } from '../../billing/agreements/store.ts'
import { defaultPreference } from '../../billing/preferences/rules.ts'
import { insertDrafts } from '../../billing/records/store.ts'
import { addRun } from '../../billing/runs/store.ts'
import { insertTransferFile } from '../../purchases/transfers/store.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's billing records. */
export interface VictimBilling {
  invoiceId: string
  runId: string
  agreementId: string
  transferFileId: string
}

const filter = { up_to: '2026-01-31', date: '2026-01-31' }
const sale = (id: string) => ({
  ...{ date: '2026-01-31', currency: 'EUR', customer: { id } },
  charges: [{ amount_excl_tax: '10.00', price_list_item: { code: 'FREIGHT' } }],
})

const purchase = (id: string) => ({
  ...{ name: randomUUID(), date: '2026-01-31', due_date: '2026-02-28', currency: 'EUR', invoice_type: 'PURCHASE' },
  ...{ total_excl_tax: '10.00', total_tax: '0.00', total_incl_tax: '10.00', supplier: { id, name: 'matrix' } },
  line_items: [{ amount: '10.00', currency: 'EUR' }],
})

/** Ids in a body: the victim's document if the name is the victim's, otherwise a nonexistent one. */
const idsOf = (name: string, { orderIdentifier, billing }: Victim) => [
  name === orderIdentifier ? billing.invoiceId : randomUUID(),
]

/** Requests for the endpoints of billing. */
export const billingCases = {
  pathIds: {
    self_billing_agreement_id: { of: (victim: Victim) => victim.billing.agreementId },
    transfer_file_id: { of: (victim: Victim) => victim.billing.transferFileId },
    invoice_run_id: { of: (victim: Victim) => victim.billing.runId },
    billing_entity_id: { of: (victim: Victim) => victim.books.billingEntityId },
  },
  plainQuery: [
    'result',
    'self_billed',
    'posting',
    'payment',
    'from',
    'to',
    'overdue',
    'unsent',
    'run',
    'channel',
    'purpose',
  ],
  bodies: {
    createSalesInvoice: [(_: string, { company }: Victim) => sale(company.companyId)],
    createSalesCreditNote: [(_: string, { company }: Victim) => sale(company.companyId)],
    setCompanyBilling: [() => ({ preference: defaultPreference })],
    setEntityBilling: [() => ({ preference: defaultPreference })],
    createDrafts: [
      (_: string, { orderId }: Victim) => ({ order_ids: [orderId] }),
      () => ({ charge_ids: [randomUUID()] }),
    ],
    changeDraft: [() => ({ note: 'matrix' })],
    moveDraftLines: [() => ({ line_ids: [randomUUID()], to_invoice_id: null })],
    creditInvoice: [() => ({})],
    previewCredit: [() => ({})],
    discardDrafts: [() => ({ ids: [randomUUID()] })],
    refreshDrafts: [(name: string, victim: Victim) => ({ ids: idsOf(name, victim) })],
    reviewDrafts: [(name: string, victim: Victim) => ({ ids: idsOf(name, victim) })],
    finaliseDrafts: [(name: string, victim: Victim) => ({ ids: idsOf(name, victim) })],
    startInvoiceRun: [() => filter],
    receiveEInvoice: [(_: string, { company }: Victim) => purchase(company.companyId)],
    updateBillingDocuments: [
      (_: string, { billing }: Victim) => ({
        updates: [{ sales_invoice: { id: billing.invoiceId, custom_fields: { matrix: true } } }],
      }),
    ],
    acceptPurchase: [() => ({})],
    rejectPurchase: [() => ({ reason: 'matrix' })],
    confirmPurchaseAccount: [() => ({ account: 'BE68539007547034' })],
    matchPurchase: [() => ({ lines: [] })],
    placePurchase: [() => ({}), (_: string, { company }: Victim) => ({ company_id: company.companyId })],
    typePurchase: [(_: string, { company }: Victim) => typed(company.companyId)],
    createTransferFile: [
      (_: string, { books, billing }: Victim) => ({
        ...{ billing_entity_id: books.billingEntityId, execution_day: '2030-01-31', invoice_ids: [billing.invoiceId] },
      }),
    ],
    confirmTransferFile: [() => ({ paid_on: '2026-01-31' })],
    dismissUnplacedPurchase: [() => ({ reason: 'matrix' })],
    matchCustomerDocument: [() => ({})],
    acceptCustomerDocument: [() => ({ lines: [], difference: '0' })],
    disputeCustomerDocument: [() => ({ reason: 'matrix' })],
    createSelfBillingAgreement: [
      (_: string, { company, books }: Victim) => ({
        ...{ company_id: company.companyId, billing_entity_id: books.billingEntityId, valid_from: '2026-01-01' },
      }),
    ],
    changeSelfBillingAgreement: [
      (_: string, { books }: Victim) => ({
        ...{ billing_entity_id: books.billingEntityId, valid_from: '2027-01-01', version: 1 },
      }),
    ],
    createSelfBilledDrafts: [
      (_: string, { company }: Victim) => ({ company_id: company.companyId, from: '2026-01-01', to: '2026-01-31' }),
    ],
    agreeSelfBilled: [() => ({})],
    objectSelfBilled: [() => ({ reason: 'matrix' })],
    withdrawSelfBilled: [() => ({ reason: 'matrix' })],
    finaliseSelfBilled: [() => ({})],
    finaliseInvoiceRun: [() => ({})],
  },
}

/** A document entered by a person from its image. */
function typed(company_id: string) {
  const line = { name: 'matrix', reference: '', amount: '1.00', vat_category: 'AE', vat_rate: null }
  return {
    ...{ company_id, kind: 'PURCHASE_INVOICE', external_name: 'matrix', date: '2026-01-31', due_date: null },
    ...{ currency: 'EUR', lines: [line], total_tax: '0', total_incl_tax: '1.00', prepaid: null },
    ...{ iban: null, payment_reference: null },
  }
}

/** A draft of a credit note and a run, with `word` in every text. */
export async function createVictimBilling(
  tenant: TestTenant,
  { companyId, entityId }: { companyId: string; entityId: string },
  word: string,
): Promise<VictimBilling> {
  const [invoiceId, runId, agreementId, transferFileId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await tenant.asTenant(async (tx) => {
    await addRun(tx, {
      invoice_run_id: runId,
      filter: { ...filter, billing_entity_id: null, company_ids: [] },
      created_by: word,
    })
    await insertAgreement(tx, {
      ...{
        self_billing_agreement_id: agreementId,
        company_id: companyId,
        billing_entity_id: entityId,
        reference: word,
      },
      ...{ valid_from: '2026-06-01', valid_to: null, days_to_object: 7 },
    })
    const file = { transfer_file_id: transferFileId, billing_entity_id: entityId, execution_day: '2026-01-31' }
    await insertTransferFile(tx, { ...file, debtor: { name: word, iban: word, bic: null }, created_by: null }, [])
    await insertDrafts(tx, [
      {
        ...{
          invoice_id: invoiceId,
          kind: 'SALES_CREDIT_NOTE',
          is_self_billed: false,
          origin: 'MANUAL',
          payment: 'OPEN',
        },
        ...{ billing_entity_id: entityId, company_id: companyId, external_name: null, date: '2026-01-31' },
        ...{ booking_date: null, due_date: null, is_due_date_given: false, payment_term: null, language: 'en' },
        ...{ currency: 'EUR', customer_reference_numbers: [word], custom_fields: { word }, note: word },
        ...{ group_key: null, is_stale: false, warnings: [], sum_lines: '0', total_excl_tax: '0', total_tax: '0' },
        ...{ total_incl_tax: '0', adjustments: [], accounting_currency: 'EUR', invoice_run_id: runId },
        ...{ credited_invoice_id: null, releases_charges: false, created_by: word },
      },
    ])
  })
  return { invoiceId, runId, agreementId, transferFileId }
}
