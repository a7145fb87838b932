import { createRoute } from '@tanstack/react-router'
import { address, oneOf, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { cardTabs, recordTabs } from './address.ts'

/** Rate cards. */
export const rateCardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates',
  validateSearch: address({ q: text }),
  component: lazyPage(() => import('./list.page.tsx'), 'RateCardsPage'),
})

/** Tariff tables. */
export const tariffTablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates/tables',
  validateSearch: address({ q: text }),
  component: lazyPage(() => import('./list.page.tsx'), 'TariffTablesPage'),
})

/** Zone sets. */
export const zoneSetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates/zones',
  validateSearch: address({ q: text }),
  component: lazyPage(() => import('./list.page.tsx'), 'ZoneSetsPage'),
})

/** Price indexes. */
export const priceIndexesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates/indexes',
  component: lazyPage(() => import('./indexes/list.page.tsx'), 'PriceIndexesPage'),
})

/** One price index. */
export const priceIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates/indexes/$indexId',
  component: lazyPage(() => import('./indexes/index.page.tsx'), 'PriceIndexPage'),
})

/** One rate card. The URL holds its tab and version. */
export const rateCardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates/cards/$recordId',
  validateSearch: address({ tab: oneOf(cardTabs), version: text }),
  component: lazyPage(() => import('./cards/card.page.tsx'), 'RateCardPage'),
})

/** One tariff table or zone set. */
export const rateTableRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rates/tables/$recordId',
  validateSearch: address({ tab: oneOf(recordTabs), version: text }),
  component: lazyPage(() => import('./tables/table.page.tsx'), 'RateTablePage'),
})
