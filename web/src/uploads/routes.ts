import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { UploadsSearch } from './address.ts'

/** All accepted order uploads with their results. */
export const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  validateSearch: UploadsSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'UploadsPage'),
})
