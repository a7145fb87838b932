import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

export const orderTabs = [
  'overview',
  'goods',
  'trips',
  'documents',
  'charges',
  'scans',
  'events',
  'history',
  'raw',
] as const
export type OrderTab = (typeof orderTabs)[number]

/** One order. */
export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$orderId',
  validateSearch: address({ tab: oneOf(orderTabs) }),
  component: lazyRouteComponent(() => import('./order.page.tsx'), 'OrderPage'),
})
