import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, flag, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the list says: its filters, its order, and which order is looked at. */
export const OrdersSearch = address({
  q: text,
  /** States, with commas between them. */
  status: text,
  /** Ids of customers, with commas between them. */
  company: text,
  scenario: text,
  pickup_from: text,
  pickup_to: text,
  is_adr: flag,
  is_tempered: flag,
  sort: oneOf(['created', '-created', 'pickup', '-pickup']),
  /** Id of the order whose panel is open. */
  peek: text,
})
export type OrdersSearch = ReturnType<typeof OrdersSearch>

/** All orders. */
export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: OrdersSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'OrdersPage'),
})
