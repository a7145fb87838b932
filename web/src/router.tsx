import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { accountRoute } from './account/routes.ts'
import { ledgerRoute, moneyChecksRoute, moneyRoute, receivablesRoute, tasksRoute } from './accounting/routes.ts'
import { auditRoute } from './audit/routes.ts'
import { exchangeRatesRoute, periodsRoute } from './books/routes.ts'
import { chargeApprovalRoute, chargesRoute, marginRoute, ordersToInvoiceRoute } from './charges/routes.ts'
import { companiesRoute, companyRoute } from './companies/routes.ts'
import { clientsRoute, documentLinksRoute, webhooksRoute } from './credentials/routes.ts'
import { deliveriesRoute } from './deliveries/routes.ts'
import { destinationsRoute, dispatchRoute } from './dispatch/routes.ts'
import { documentRoute, documentsRoute } from './documents/routes.ts'
import { eventsRoute } from './events/routes.ts'
import { connectionsRoute, mapRoute } from './fleet/routes.ts'
import { helpRoute } from './help/routes.ts'
import { billingRoute, draftsRoute, invoiceRoute, invoiceRunsRoute, invoicesRoute } from './invoices/routes.ts'
import { locationRoute, locationsRoute } from './locations/routes.ts'
import { acceptRoute, forgotRoute, loginRoute, providerRoute, secondFactorRoute } from './login/routes.tsx'
import { mailTemplatesRoute } from './mails/routes.ts'
import { messagesRoute } from './messages/routes.ts'
import { optimisationRoute, optimisationsRoute } from './optimise/routes.ts'
import { editOrderRoute, newOrderRoute } from './orders/entry/routes.ts'
import { importRoute } from './orders/import/routes.ts'
import { orderRoute, ordersRoute } from './orders/routes.ts'
import { payrollRoute } from './payroll/routes.ts'
import { planningRoute } from './planning/routes.ts'
import { proofsRoute } from './proofs/routes.ts'
import { purchaseRoute, purchasesRoute, typePurchaseRoute } from './purchases/routes.ts'
import {
  priceIndexesRoute,
  priceIndexRoute,
  rateCardRoute,
  rateCardsRoute,
  rateTableRoute,
  tariffTablesRoute,
  zoneSetsRoute,
} from './rates/routes.ts'
import { groupsRoute, resourceRoute, resourcesRoute } from './resources/routes.ts'
import { retentionRoute } from './retention/routes.ts'
import { mailServerRoute, remindersRoute, sendingsRoute } from './sendings/routes.ts'
import { settingsPages, settingsRoute } from './settings/routes.ts'
import { FailurePage } from './shell/failure.page.tsx'
import { NotFoundPage } from './shell/not-found.page.tsx'
import { rootRoute, shellRoute, unknownRoute } from './shell/routes.tsx'
import { standstillsRoute, startRoute } from './start/routes.ts'
import { endpointsRoute } from './subscriptions/routes.ts'
import { tripRoute, tripsRoute } from './trips/routes.ts'
import { calendarImportRoute, calendarRoute } from './unavailabilities/routes.ts'
import { uploadsRoute } from './uploads/routes.ts'
import { usageRoute } from './usage/routes.ts'
import { signInRoute, usersRoute } from './users/routes.ts'

/** The start page under its own path, for explicit links. */
const startAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  beforeLoad() {
    throw redirect({ to: '/', replace: true })
  },
})

/** Table of contents, one page per line. */
const pages = [
  startRoute,
  standstillsRoute,
  ordersRoute,
  orderRoute,
  newOrderRoute,
  editOrderRoute,
  importRoute,
  uploadsRoute,
  planningRoute,
  dispatchRoute,
  mapRoute,
  tripsRoute,
  tripRoute,
  optimisationsRoute,
  optimisationRoute,
  resourcesRoute,
  calendarRoute,
  calendarImportRoute,
  payrollRoute,
  groupsRoute,
  resourceRoute,
  eventsRoute,
  deliveriesRoute,
  messagesRoute,
  endpointsRoute,
  usageRoute,
  accountRoute,
  helpRoute,
  settingsRoute.addChildren([
    ...settingsPages,
    mailServerRoute,
    mailTemplatesRoute,
    exchangeRatesRoute,
    periodsRoute,
    billingRoute,
    usersRoute,
    signInRoute,
    retentionRoute,
    destinationsRoute,
    auditRoute,
    clientsRoute,
    documentLinksRoute,
    webhooksRoute,
    connectionsRoute,
  ]),
  companiesRoute,
  companyRoute,
  locationsRoute,
  locationRoute,
  documentsRoute,
  proofsRoute,
  documentRoute,
  rateCardsRoute,
  rateCardRoute,
  tariffTablesRoute,
  zoneSetsRoute,
  rateTableRoute,
  priceIndexesRoute,
  priceIndexRoute,
  moneyRoute,
  ordersToInvoiceRoute,
  draftsRoute,
  invoicesRoute,
  invoiceRoute,
  invoiceRunsRoute,
  chargesRoute,
  chargeApprovalRoute,
  marginRoute,
  tasksRoute,
  sendingsRoute,
  remindersRoute,
  receivablesRoute,
  purchasesRoute,
  typePurchaseRoute,
  purchaseRoute,
  ledgerRoute,
  moneyChecksRoute,
] as const

const routeTree = rootRoute.addChildren([
  loginRoute,
  providerRoute,
  acceptRoute,
  forgotRoute,
  secondFactorRoute,
  startAliasRoute,
  shellRoute.addChildren([...pages, unknownRoute]),
])

/** Creates the router of the application. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
