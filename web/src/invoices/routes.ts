import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { address, oneOf, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { DraftsSearch, InvoicesSearch, invoiceTabs, RunsSearch } from './address.ts'

/** All invoices and credit notes. */
export const invoicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  validateSearch: InvoicesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'InvoicesPage'),
})

/** One invoice or credit note. */
export const invoiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices/$invoiceId',
  validateSearch: address({ tab: oneOf(invoiceTabs) }),
  component: lazyPage(() => import('./record/invoice.page.tsx'), 'InvoicePage'),
})

/** Drafts to review and finalise. */
export const draftsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/drafts',
  validateSearch: DraftsSearch,
  component: lazyPage(() => import('./drafts/drafts.page.tsx'), 'DraftsPage'),
})

/** Runs that draft invoices for all matching work. */
export const invoiceRunsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoice-runs',
  validateSearch: RunsSearch,
  component: lazyPage(() => import('./runs/runs.page.tsx'), 'InvoiceRunsPage'),
})

/** Billing preferences of each billing entity; the URL may name one by code. */
export const billingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/billing',
  validateSearch: address({ entity: text }),
  component: lazyPage(() => import('./preference/entities.page.tsx'), 'BillingPage'),
})
