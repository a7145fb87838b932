import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address-members.ts'
import { shellRoute } from '../shell/routes.tsx'
import { OrdersSearch, orderTabs } from './address.ts'

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
  validateSearch: address({ tab: oneOf(orderTabs) }),
  component: lazyRouteComponent(() => import('./order.page.tsx'), 'OrderPage'),
})
