import { createRoute } from '@tanstack/react-router'
import { address, text } from '../../shell/address-members.ts'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/routes.tsx'

/** A new order: empty, copied from another one, or from an upload that failed. */
export const newOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  validateSearch: address({
    /** Id of the order to copy. */
    from: text,
    /** Id of a failed upload to correct. */
    upload: text,
  }),
  component: lazyPage(() => import('./entry.page.tsx'), 'NewOrderPage'),
})

/** Changes an order. */
export const editOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$orderId/edit',
  component: lazyPage(() => import('./entry.page.tsx'), 'EditOrderPage'),
})
