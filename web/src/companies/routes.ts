import { createRoute } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { CompaniesSearch, companyTabs } from './address.ts'

/** All customers and subcontractors. */
export const companiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/companies',
  validateSearch: CompaniesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'CompaniesPage'),
})

/** One company. */
export const companyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/companies/$companyId',
  validateSearch: address({ tab: oneOf(companyTabs) }),
  component: lazyPage(() => import('./company.page.tsx'), 'CompanyPage'),
})
