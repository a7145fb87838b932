import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** API clients. */
export const clientsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-clients',
  component: lazyPage(() => import('./clients.page.tsx'), 'ClientsPage'),
})

/** Links to download documents without an account. */
export const documentLinksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/document-links',
  component: lazyPage(() => import('./document-links.page.tsx'), 'DocumentLinksPage'),
})

/** Credentials of inbound webhooks. */
export const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhook-credentials',
  component: lazyPage(() => import('./webhooks.page.tsx'), 'WebhooksPage'),
})
