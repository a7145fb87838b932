import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CompaniesSearch } from '../companies/address.ts'
import { CompanyFilters } from '../companies/list.filters.tsx'
import { DeliveriesSearch } from '../deliveries/address.ts'
import { DeliveryFilters } from '../deliveries/list.filters.tsx'
import { DocumentsSearch } from '../documents/address.ts'
import { DocumentFilters } from '../documents/list.filters.tsx'
import { EventsSearch } from '../events/address.ts'
import { EventFilters } from '../events/list.filters.tsx'
import { LocationsSearch } from '../locations/address.ts'
import { LocationFilters } from '../locations/list.filters.tsx'
import { MessagesSearch } from '../messages/address.ts'
import { MessageFilters } from '../messages/list.filters.tsx'
import { OrdersSearch } from '../orders/address.ts'
import { OrderFilters } from '../orders/list.filters.tsx'
import { ResourcesSearch } from '../resources/address.ts'
import { ResourceFilters } from '../resources/list.filters.tsx'
import { TripsSearch } from '../trips/address.ts'
import { TripFilters } from '../trips/list.filters.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

/** Search and filters of a list, for any URL parameters. */
type Tools = ComponentType<{ search: never; onChange: () => void }>

interface List {
  search: { (given: Record<string, unknown>): object; members: readonly string[] }
  tools: Tools
  /** Members shown by the page itself, with where. */
  shown?: Readonly<Record<string, string>>
}

const lists: Readonly<Record<string, List>> = {
  orders: { search: OrdersSearch, tools: OrderFilters },
  trips: { search: TripsSearch, tools: TripFilters },
  companies: { search: CompaniesSearch, tools: CompanyFilters, shown: { archived: 'a view, see below' } },
  resources: { search: ResourcesSearch, tools: ResourceFilters, shown: { archived: 'a view, see below' } },
  locations: { search: LocationsSearch, tools: LocationFilters, shown: { state: 'its views have each of them' } },
  documents: { search: DocumentsSearch, tools: DocumentFilters, shown: { view: 'a list of its own with a tab' } },
  deliveries: { search: DeliveriesSearch, tools: DeliveryFilters },
  events: { search: EventsSearch, tools: EventFilters, shown: { until: 'a button that goes on' } },
  messages: {
    search: MessagesSearch,
    tools: MessageFilters,
    shown: { tab: 'tabs', item: 'a panel', status: 'of the inbox, a menu', item_kind: 'of the inbox, a menu' },
  },
}

/** Members about presentation, not filtering. */
const badges = ['sort', 'peek']

/** Flags that also filter by false; the others are true or absent. */
const bothWays = ['is_adr', 'is_tempered']

function render(Filters: Tools, search: object): string {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Filters search={search as never} onChange={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** Sample values: each URL member accepts at least one of them. */
const samples = ['2026-11-22', 'today', '24h', 'IN', 'FAILED']

function valuesOf({ search }: List, member: string): unknown[] {
  const read = (value: unknown) => Object.hasOwn(search({ [member]: value }), member)
  if (!read(true)) return [samples.find(read)]
  return bothWays.includes(member) ? [true, false] : [true]
}

/** Number of visible controls that clear a filter. */
function clearable(html: string): number {
  return [...html.matchAll(/aria-label="Clear|aria-pressed="true"/g)].length
}

const cases = Object.entries(lists).flatMap(([name, list]) =>
  list.search.members
    .filter((member) => !badges.includes(member) && list.shown?.[member] === undefined)
    .flatMap((member) => valuesOf(list, member).map((value) => [name, member, value] as const)),
)

test.each(cases)('a link to %s with %s=%s shows that filter, and it can be cleared', (name, member, value) => {
  const { tools } = lists[name]!
  expect(value).toBeDefined()
  expect(clearable(render(tools, { [member]: value }))).toBeGreaterThan(clearable(render(tools, {})))
})

test('filters without a single view are shown as well', () => {
  const companies = render(CompanyFilters, { role: 'customer', archived: true })
  expect(companies).toContain('aria-label="Clear Role"')
  expect(companies).toContain('aria-label="Clear Archived"')
  expect(render(ResourceFilters, { type: 'DRIVER', archived: true })).toContain('aria-label="Clear Archived"')
})

test('the days of a link from the start page are readable', () => {
  const html = render(OrderFilters, { status: 'TO_PLAN', pickup_from: '2026-11-22', pickup_to: '2026-11-23' })
  expect(html).toMatch(/Pickup.*Sun.* 22.* – .*Mon.* 23/)
})
