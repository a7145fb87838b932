import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { PayrollSearch } from './address.ts'

/** Hours and allowances of drivers for payroll. */
export const payrollRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/resources/hours',
  validateSearch: PayrollSearch,
  component: lazyPage(() => import('./hours.page.tsx'), 'PayrollHoursPage'),
})
