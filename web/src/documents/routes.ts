import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { DocumentsSearch } from './address.ts'

/** The latest documents, and missing proofs of delivery. */
export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: DocumentsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'DocumentsPage'),
})
