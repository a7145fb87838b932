import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { MessagesSearch } from './address.ts'

/** What came in and went out, and what fitted nothing. */
export const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  validateSearch: MessagesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'MessagesPage'),
})
