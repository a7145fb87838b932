import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address-members.ts'
import { shellRoute } from '../shell/routes.tsx'
import { CompaniesSearch, companyTabs } from './address.ts'

/** All customers and subcontractors. */
export const companiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/companies',
  validateSearch: CompaniesSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'CompaniesPage'),
})

/** One company. */
export const companyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/companies/$companyId',
  validateSearch: address({ tab: oneOf(companyTabs) }),
  component: lazyRouteComponent(() => import('./company.page.tsx'), 'CompanyPage'),
})
