import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'

/** Programs that call the interface. */
export const clientsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-clients',
  component: lazyRouteComponent(() => import('./clients.page.tsx'), 'ClientsPage'),
})

/** Systems that send messages to webhooks. */
export const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhook-credentials',
  component: lazyRouteComponent(() => import('./webhooks.page.tsx'), 'WebhooksPage'),
})
