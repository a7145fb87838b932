import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { DocumentSearch, DocumentsSearch } from './address.ts'

/** The latest documents. */
export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: DocumentsSearch,
  beforeLoad({ search }) {
    if (search.view === 'missing') throw redirect({ href: '/documents/proofs', replace: true })
  },
  component: lazyPage(() => import('./list.page.tsx'), 'DocumentsPage'),
})

/** One document with its neighbours, shown in place. */
export const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents/$documentId',
  validateSearch: DocumentSearch,
  component: lazyPage(() => import('./viewer/document.page.tsx'), 'DocumentPage'),
})
