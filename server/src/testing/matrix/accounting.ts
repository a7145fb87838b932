import { randomUUID } from 'node:crypto'
import { createLedgerExport } from '@cartage/contract/accounting/app/ledger'
import { createPayment } from '@cartage/contract/accounting/app/payments'
import { listSyncTasks } from '@cartage/contract/accounting/endpoints'
import { postDocument } from '../../accounting/tasks/post.commands.ts'
import { insertSendings } from '../../billing/sendings/store.ts'
import { statement } from '../../db/statement.ts'
import { writeChart, writeDocument } from '../data/money/invoices.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's accounting records. */
export interface VictimAccounting {
  salesInvoiceId: string
  salesCreditNoteId: string
  purchaseInvoiceId: string
  purchaseCreditNoteId: string
  taskId: string
  paymentId: string
  ledgerExportId: string
  sendingId: string
  billingEntityId: string
}

const kinds = {
  'sales-invoice': (victim: Victim) => victim.accounting.salesInvoiceId,
  'sales-credit-note': (victim: Victim) => victim.accounting.salesCreditNoteId,
  'purchase-invoice': (victim: Victim) => victim.accounting.purchaseInvoiceId,
  'purchase-credit-note': (victim: Victim) => victim.accounting.purchaseCreditNoteId,
} as const
const ends = ['', '/documents', '/payment/update-status', '/refund/update-status']
const task = ({ accounting }: Victim) => accounting.taskId

/** Owner requests use a nonexistent id, because they could change the record: only strangers name the victim's. */
const named = (name: string, victim: Victim, id: string) => (name === victim.orderIdentifier ? id : randomUUID())

/** Requests for the victim's documents, tasks and exports. */
export const accountingCases = {
  idsByPath: {
    ...Object.fromEntries(
      Object.entries(kinds).flatMap(([path, of]) => ends.map((end) => [`/accounting/${path}/{id}${end}`, of] as const)),
    ),
    '/tasks/task/{id}': task,
    '/tasks/task/{id}/update-status': task,
  },
  pathIds: {
    task_id: { of: task },
    // Payments and entries belong to finalised documents; actions on drafts use a draft.
    invoice_id: {
      of: ({ accounting, billing }: Victim, path: string) => {
        if (path.startsWith('/app/purchases/')) return accounting.purchaseInvoiceId
        return /\/(payments|entry|sendings)/.test(path) ? accounting.salesInvoiceId : billing.invoiceId
      },
    },
    payment_id: { of: ({ accounting }: Victim) => accounting.paymentId },
    sending_id: { of: ({ accounting }: Victim) => accounting.sendingId },
    ledger_export_id: { of: ({ accounting }: Victim) => accounting.ledgerExportId },
  },
  queryIds: {
    billing_entity_id: {
      of: ({ accounting }: Victim) => accounting.billingEntityId,
      unknown: randomUUID(),
      isFilter: true,
    },
    invoice_id: { of: ({ billing }: Victim) => billing.invoiceId, unknown: randomUUID(), isFilter: true },
    company_id: { of: ({ company }: Victim) => company.companyId, unknown: randomUUID(), isFilter: true },
  },
  plainQuery: ['file', 'lease_seconds', 'on', 'waiting_for', 'leased', 'attention', 'month'],
  bodies: {
    ...Object.fromEntries(
      ['SalesInvoice', 'SalesCreditNote', 'PurchaseInvoice', 'PurchaseCreditNote'].map((kind) => [
        `patch${kind}`,
        [() => ({ custom_fields: { matrix: 'mine' } })],
      ]),
    ),
    setSalesInvoicePayment: [() => ({ status: 'UNPAID' })],
    setPurchaseInvoicePayment: [() => ({ status: 'UNPAID' })],
    setSalesCreditNoteRefund: [() => ({ status: 'OPEN' })],
    setPurchaseCreditNoteRefund: [() => ({ status: 'OPEN' })],
    updateSyncTaskStatus: [() => ({ status: 'FAILED' })],
    updateTaskStatus: [() => ({ status: 'FAILED' })],
    releaseSyncTask: [() => ({ lease_token: randomUUID() })],
    retryTasks: [(name: string, victim: Victim) => ({ ids: [named(name, victim, victim.accounting.taskId)] })],
    setTaskStatus: [() => ({ status: 'FAILED', message: 'matrix' })],
    requestPosting: [
      (name: string, victim: Victim) => ({ ids: [named(name, victim, victim.accounting.salesInvoiceId)] }),
    ],
    carryOverDocuments: [
      (name: string, victim: Victim) => ({ ids: [named(name, victim, victim.accounting.salesInvoiceId)] }),
    ],
    sendInvoice: [() => ({ channel: 'MAIL', address: 'matrix@customer.example' })],
    sendInvoices: [
      (name: string, victim: Victim) => ({ ids: [named(name, victim, victim.accounting.salesInvoiceId)] }),
    ],
    resendSendings: [(name: string, victim: Victim) => ({ ids: [named(name, victim, victim.accounting.sendingId)] })],
    setSendingStatus: [() => ({ status: 'SENT', message: 'matrix' })],
    setMailServer: [
      () => ({
        ...{ host: 'smtp.matrix.example', port: 587, security: 'STARTTLS', username: null },
        ...{ sender: 'matrix@haulier.example', reply_to: null },
      }),
    ],
    testMailServer: [() => ({ address: 'matrix@haulier.example' })],
    sendReminders: [
      (name: string, victim: Victim) => ({
        items: [{ invoice_id: named(name, victim, victim.accounting.salesInvoiceId), reminder_level_id: randomUUID() }],
      }),
    ],
    readBankStatement: [() => ({ text: ':60F:C260101EUR0,00' })],
    createPayment: [() => ({ amount: '0.01', paid_on: '2026-03-02' })],
    createLedgerExport: [
      (name: string, victim: Victim) => ({
        billing_entity_id: named(name, victim, victim.accounting.billingEntityId),
        profile: 'NEUTRAL',
      }),
    ],
  },
}

const selectEntity = statement(
  'test.matrix_entity',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)

/** A document of each kind, a task, a payment and an export of the ledger. */
export async function createVictimAccounting(
  server: TestServer,
  tenant: TestTenant,
  company_id: string,
): Promise<VictimAccounting> {
  await writeChart(tenant)
  const write = async (kind: 'SALES_INVOICE' | 'SALES_CREDIT_NOTE' | 'PURCHASE_INVOICE' | 'PURCHASE_CREDIT_NOTE') =>
    (await writeDocument(tenant, { kind, company_id, lines: [{ amount: '100.00' }] })).invoice_id
  const salesInvoiceId = await write('SALES_INVOICE')
  await tenant.asTenant((tx) => postDocument(server.ctx, tx, salesInvoiceId))
  const sendingId = randomUUID()
  const sending = { sending_id: sendingId, invoice_id: salesInvoiceId, channel: 'MAIL', purpose: 'DOCUMENT' } as const
  const failed = { address: 'victim@customer.example', status: 'FAILED', failure: 'No one took it.' } as const
  await tenant.asTenant((tx) => insertSendings(tx, [{ ...sending, ...failed }]))
  const { tasks } = await tenant.call(listSyncTasks, { query: {} })
  const accountant = await tenant.user('ACCOUNTANT')
  const params = { invoice_id: salesInvoiceId }
  const { items } = await accountant(createPayment, { params, body: { amount: '1.00', paid_on: '2026-03-02' } })
  const [entity] = await tenant.asTenant((tx) => tx.query<{ billing_entity_id: string }>(selectEntity))
  const billing_entity_id = entity!.billing_entity_id
  const created = await accountant(createLedgerExport, { body: { billing_entity_id, profile: 'NEUTRAL' } })
  return {
    salesInvoiceId,
    sendingId,
    salesCreditNoteId: await write('SALES_CREDIT_NOTE'),
    purchaseInvoiceId: await write('PURCHASE_INVOICE'),
    purchaseCreditNoteId: await write('PURCHASE_CREDIT_NOTE'),
    taskId: tasks[0]!.id,
    paymentId: items[0]!.payment_id,
    ledgerExportId: created.ledger_export_id,
    billingEntityId: billing_entity_id,
  }
}
