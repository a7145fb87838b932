import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { PurchaseSearch } from './address.ts'

/** Invoices and credit notes of suppliers. */
export const purchasesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchases',
  validateSearch: PurchaseSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'PurchasesPage'),
})

/** One document of a supplier. */
export const purchaseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchases/$invoiceId',
  component: lazyPage(() => import('./purchase.page.tsx'), 'PurchasePage'),
})

/** Form to type a document that no reader understands, next to its image. */
export const typePurchaseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchases/type/$itemId',
  component: lazyPage(() => import('./typed/typed.page.tsx'), 'TypePurchasePage'),
})
