import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** Programs that call the interface. */
export const clientsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-clients',
  component: lazyPage(() => import('./clients.page.tsx'), 'ClientsPage'),
})

/** Links with which documents are downloaded without an account. */
export const documentLinksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/document-links',
  component: lazyPage(() => import('./document-links.page.tsx'), 'DocumentLinksPage'),
})

/** Systems that send messages to webhooks. */
export const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhook-credentials',
  component: lazyPage(() => import('./webhooks.page.tsx'), 'WebhooksPage'),
})
