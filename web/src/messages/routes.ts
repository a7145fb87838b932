import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { MessagesSearch } from './address.ts'

/** Sent and received messages, and unmatched items. */
export const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  validateSearch: MessagesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'MessagesPage'),
})
