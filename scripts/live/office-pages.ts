import type { Victim } from '../../server/src/testing/matrix/world.ts'
import { accountQuery } from '../../web/src/account/queries.ts'
import { billingEntitiesQuery } from '../../web/src/accounting/billing-entities.queries.ts'
import { moneyChecksQuery } from '../../web/src/accounting/checks/queries.ts'
import { moneyIssuesQuery } from '../../web/src/accounting/home/queries.ts'
import {
  exportsQuery,
  entryQuery as ledgerEntryQuery,
  missingAccountsQuery,
  summaryQuery,
} from '../../web/src/accounting/ledger/queries.ts'
import { creditQuery, receivablesQuery } from '../../web/src/accounting/receivables/queries.ts'
import { loadTasks, taskCountsQuery, taskQuery } from '../../web/src/accounting/tasks/queries.ts'
import { auditCountsQuery, auditQuery } from '../../web/src/audit/queries.ts'
import { exchangeRatesQuery, periodsQuery, unpostedQuery } from '../../web/src/books/queries.ts'
import * as charges from '../../web/src/charges/queries.ts'
import { clientsQuery, integrationsQuery, webhookCredentialsQuery } from '../../web/src/credentials/queries.ts'
import * as dispatch from '../../web/src/dispatch/queries.ts'
import { connectionsQuery } from '../../web/src/fleet/connections.queries.ts'
import { preferenceQuery } from '../../web/src/invoices/preference/queries.ts'
import * as invoices from '../../web/src/invoices/queries.ts'
import { loadRuns, runQuery } from '../../web/src/invoices/runs/queries.ts'
import { mailRulesQuery } from '../../web/src/mails/automatic.queries.ts'
import { mailTemplatesQuery } from '../../web/src/mails/queries.ts'
import { optimisationQuery } from '../../web/src/optimise/queries.ts'
import { sampleStateQuery } from '../../web/src/orders/sample-data.queries.ts'
import * as purchases from '../../web/src/purchases/queries.ts'
import { loadAgreements } from '../../web/src/purchases/self-billing/queries.ts'
import { payableQuery, transferFilesQuery } from '../../web/src/purchases/transfers/queries.ts'
import { loadUnplaced, unplacedCountQuery } from '../../web/src/purchases/unplaced/queries.ts'
import { priceIndexesQuery } from '../../web/src/rates/indexes/queries.ts'
import * as rates from '../../web/src/rates/queries.ts'
import { peopleQuery, runsQuery as retentionRunsQuery } from '../../web/src/retention/queries.ts'
import * as sendings from '../../web/src/sendings/queries.ts'
import { rolesQuery } from '../../web/src/session/roles.queries.ts'
import { configurationQuery } from '../../web/src/settings/configuration.queries.ts'
import { organisationQuery } from '../../web/src/settings/identity.queries.ts'
import { entriesQuery } from '../../web/src/settings/reference.queries.ts'
import { simulationQuery } from '../../web/src/settings/simulation.queries.ts'
import { usersQuery } from '../../web/src/users/queries.ts'
import { list, type PageUnderTest, pages, plain } from './shown.ts'

/** Money pages. */
export function moneyPages(victim: Victim): PageUnderTest[] {
  const {
    company: { companyId },
    billing: { invoiceId, runId },
    charges: { chargeId },
    rates: { rateRecordId },
    books: { billingEntityId },
    accounting,
  } = victim
  return [
    {
      name: 'to invoice',
      shown: [
        list(['orders-to-invoice', 'list', {}], charges.loadOrdersToInvoice({})),
        ...plain(charges.invoiceCountsQuery({}), charges.moneyQuery),
      ],
    },
    {
      name: 'charges',
      shown: [
        list(['charges', 'list', {}], charges.loadCharges({})),
        ...plain(
          charges.chargeCountsQuery({}),
          charges.chargeQuery(chargeId),
          charges.chargeEvidenceQuery(chargeId),
          charges.chargeTypesQuery,
        ),
      ],
    },
    {
      name: 'margin',
      shown: plain(charges.marginQuery({ by: 'customer', from: '2026-01-01', to: '2026-12-31' }), moneyIssuesQuery),
    },
    {
      name: 'invoices',
      shown: [list(['invoices', 'list', {}], invoices.loadInvoices({})), ...plain(invoices.invoiceCountsQuery({}))],
    },
    {
      name: 'drafts',
      shown: [
        list(['drafts', 'list', {}], invoices.loadDrafts({})),
        ...plain(invoices.draftsOfCompanyQuery(companyId), invoices.companyInvoicesQuery(companyId)),
      ],
    },
    { name: 'runs', shown: [list(['invoice-runs', 'list'], loadRuns), ...plain(runQuery(runId))] },
    {
      name: 'invoice',
      shown: plain(
        invoices.invoiceQuery(invoiceId),
        invoices.invoiceHistoryQuery(invoiceId),
        invoices.paymentsQuery(invoiceId),
        invoices.tasksQuery(invoiceId),
        ledgerEntryQuery(invoiceId),
        sendings.documentSendingsQuery(invoiceId),
        preferenceQuery({ company_id: companyId }),
        preferenceQuery({ billing_entity_id: billingEntityId }),
      ),
    },
    {
      name: 'tasks',
      shown: [
        list(['tasks', 'list', {}], loadTasks({})),
        ...plain(taskCountsQuery({}), taskQuery(accounting.taskId), missingAccountsQuery, exportsQuery),
      ],
    },
    {
      name: 'receivables',
      shown: plain(receivablesQuery({}), creditQuery(companyId), sendings.remindersQuery, moneyChecksQuery),
    },
    {
      name: 'sendings',
      shown: [
        list(['sendings', 'list', {}], sendings.loadSendings({})),
        ...plain(sendings.sendingCountsQuery({}), sendings.sendingQuery(accounting.sendingId)),
      ],
    },
    {
      name: 'purchases',
      shown: [
        list(['purchases', 'list', {}], purchases.loadPurchases({})),
        ...plain(purchases.purchaseCountsQuery({}), purchases.consentCountQuery, unplacedCountQuery),
        ...plain(
          purchases.purchaseQuery(accounting.purchaseInvoiceId),
          payableQuery(billingEntityId),
          transferFilesQuery,
        ),
        list(['purchases', 'unplaced', 'list'], loadUnplaced),
        list(['purchases', 'self-billing', 'agreements'], loadAgreements),
      ],
    },
    {
      name: 'rates',
      shown: plain(
        rates.recordsQuery('RATE_CARD'),
        rates.recordQuery(rateRecordId),
        rates.historyQuery(rateRecordId),
        priceIndexesQuery,
      ),
    },
    {
      name: 'books',
      shown: [
        ...pages(exchangeRatesQuery(undefined)),
        ...plain(
          periodsQuery,
          billingEntitiesQuery,
          summaryQuery({ billing_entity_id: billingEntityId, from: '2026-01-01', to: '2026-12-31' }),
          unpostedQuery({ billing_entity_id: billingEntityId, month: '2026-01' }),
        ),
      ],
    },
  ]
}

/** Settings pages. */
export function settingPages(victim: Victim): PageUnderTest[] {
  return [
    { name: 'users', shown: plain(usersQuery, rolesQuery, accountQuery) },
    { name: 'credentials', shown: plain(clientsQuery, integrationsQuery, webhookCredentialsQuery) },
    { name: 'connections', shown: plain(connectionsQuery) },
    {
      name: 'settings',
      shown: plain(
        ...[configurationQuery, organisationQuery, entriesQuery('extras'), entriesQuery('departments')],
        ...[sampleStateQuery, simulationQuery],
      ),
    },
    { name: 'mail settings', shown: plain(mailTemplatesQuery, mailRulesQuery, sendings.mailServerQuery) },
    { name: 'retention', shown: plain(retentionRunsQuery, peopleQuery, optimisationQuery(victim.optimisationId)) },
    { name: 'audit', shown: [...pages(auditQuery({})), ...plain(auditCountsQuery({}), dispatch.destinationsQuery)] },
  ]
}
