import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { PurchaseSearch } from './address.ts'

/** Invoices and credit notes of suppliers. */
export const purchasesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchases',
  validateSearch: PurchaseSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'PurchasesPage'),
})

/** One document of a supplier. */
export const purchaseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchases/$invoiceId',
  component: lazyRouteComponent(() => import('./purchase.page.tsx'), 'PurchasePage'),
})
