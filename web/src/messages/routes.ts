import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { MessagesSearch } from './address.ts'

/** What came in and went out, and what fitted nothing. */
export const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  validateSearch: MessagesSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'MessagesPage'),
})
