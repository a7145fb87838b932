import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { PayrollSearch } from './address.ts'

/** Payroll hours and allowances of drivers. */
export const payrollRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/hours',
  validateSearch: PayrollSearch,
  component: lazyPage(() => import('./hours.page.tsx'), 'PayrollHoursPage'),
})
