import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'

/** How long data about people are kept, what was purged, and people who left. */
export const retentionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/personal-data',
  component: lazyRouteComponent(() => import('./retention.page.tsx'), 'RetentionPage'),
})
