import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { address, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** Exchange rates; the URL may name a currency. */
export const exchangeRatesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/exchange-rates',
  validateSearch: address({ currency: text }),
  component: lazyPage(() => import('./exchange-rates.page.tsx'), 'ExchangeRatesPage'),
})

/** Accounting months; the URL may name a billing entity by code. */
export const periodsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/periods',
  validateSearch: address({ entity: text }),
  component: lazyPage(() => import('./periods.page.tsx'), 'PeriodsPage'),
})
