import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { ChargesSearch, InvoiceSearch, MarginSearch } from './address.ts'

/** Completed unbilled orders. */
export const ordersToInvoiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders-to-invoice',
  validateSearch: InvoiceSearch,
  component: lazyPage(() => import('./to-invoice/orders.page.tsx'), 'OrdersToInvoicePage'),
})

/** All charges and costs. */
export const chargesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges',
  validateSearch: ChargesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'ChargesPage'),
})

/** Sales, costs and margin. */
export const marginRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/margin',
  validateSearch: MarginSearch,
  component: lazyPage(() => import('./margin/margin.page.tsx'), 'MarginPage'),
})

/** One charge next to the evidence for its amount. */
export const chargeApprovalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges/$chargeId',
  component: lazyPage(() => import('./approval/approval.page.tsx'), 'ChargeApprovalPage'),
})
