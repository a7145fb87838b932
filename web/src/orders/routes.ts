import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { OrderSearch, OrdersSearch } from './address.ts'

/** All orders. */
export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: OrdersSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'OrdersPage'),
})

/** One order. */
export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$orderId',
  validateSearch: OrderSearch,
  component: lazyPage(() => import('./order.page.tsx'), 'OrderPage'),
})
