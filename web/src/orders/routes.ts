import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { OrderSearch, OrdersSearch } from './address.ts'

/** All orders. */
export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: OrdersSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'OrdersPage'),
})

/** One order. */
export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$orderId',
  validateSearch: OrderSearch,
  component: lazyRouteComponent(() => import('./order.page.tsx'), 'OrderPage'),
})
