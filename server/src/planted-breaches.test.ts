import { expect, test } from 'vitest'
import * as check from './testing/rooms.ts'
import type { Source } from './testing/sources.ts'

// Checks of rooms.test.ts, each with a planted breach and the correct counterpart.

/** A source without a file. */
function planted(path: string, text: string): Source {
  return plantedAt(`server/src/${path}`, text)
}

function plantedAt(path: string, text: string): Source {
  return { path, text, lines: text.split('\n').length }
}

const owners = new Map([['transport_order', 'orders']])

type Case = [rule: string, faults: (sources: Source[]) => string[], breach: Source, fine: Source]

const cases: Case[] = [
  [
    'TIME-7: a second owner of lateness',
    check.secondOwnersOfLateness,
    plantedAt('web/src/planning/board-trip.ts', 'return Date.parse(eta_start_at) - Date.parse(planned_start_at)'),
    plantedAt('web/src/planning/board-trip.ts', 'return lateAhead(times, now)'),
  ],
  [
    'TIME-7: a second owner of lateness, in SQL',
    check.secondOwnersOfLateness,
    planted('trips/list/views.ts', 'const late = `s.eta_start_at > s.planned_end_at`'),
    planted('trips/list/views.ts', 'const late = `coalesce(s.eta_start_at, s.planned_start_at)`'),
  ],
  [
    'TIME-4: a second arithmetic of windows',
    check.secondOwnersOfLateness,
    planted('planning/stops.rules.ts', 'const isNight = stop.window_end < stop.window_start'),
    planted('planning/stops.rules.ts', 'const { to_at } = requestedWindow(stop, zone)!'),
  ],
  [
    'TIME-4: clocks of two places compared without their zones',
    check.secondOwnersOfLateness,
    plantedAt('contract/src/orders/early.ts', 'return minuteOf(delivery.end_time) < minuteOf(pickup.start_time)'),
    plantedAt('contract/src/orders/early.ts', 'return isDeliveryEarly(pickup, delivery)'),
  ],
  [
    'TIME-4: the time of a window counted in minutes without its zone',
    check.secondOwnersOfLateness,
    planted('charges/preview/warnings.rules.ts', "const first = minutesOf(window?.start_time ?? '00:00')"),
    planted('charges/preview/warnings.rules.ts', 'const first = windowOf(stop, world).from_at'),
  ],
  [
    'TIME-4: a requested day made an instant in the zone of the haulier',
    check.secondOwnersOfLateness,
    planted('shell/day.rules.ts', 'return instantOf(order.pickup_on, order.pickup_from, zone)'),
    planted('shell/day.rules.ts', 'return orderException(order, kind, pickup, now)'),
  ],
  [
    'a file in a feature folder that is no room',
    check.misplacedFiles,
    planted('orders/pricing.ts', ''),
    planted('orders/intake/pricing.rules.ts', ''),
  ],
  [
    'HOURS-1: a limit of driving time outside its model, by its name',
    check.secondOwnersOfHours,
    planted('planning/optimise/build.rules.ts', 'const dailyRest = 660'),
    planted('planning/optimise/build.rules.ts', 'const dailyRest = shiftBounds.rest'),
  ],
  [
    'HOURS-1: a limit of driving time outside its model, as hours',
    check.secondOwnersOfHours,
    planted('sample/simulation/course.rules.ts', 'const block = 4.5 * hour'),
    planted('trips/hours/law.rules.ts', 'const block = 4.5 * hour'),
  ],
  [
    'HOURS-1: the limits of the law taken apart outside its model',
    check.secondOwnersOfHours,
    planted('planning/hours/rules.ts', 'const limits = regulation'),
    planted('planning/hours/rules.ts', 'const law = lawFor(drivers)'),
  ],
  [
    'HOURS-1: a limit that is read out of the law, to calculate what is left',
    check.secondOwnersOfHours,
    planted('planning/hours/rules.ts', 'const limits = lawFor(1)\nconst left = limits.day - driven'),
    planted('planning/hours/rules.ts', 'const law = lawFor(1)\nconst left = leftUntilBreak(state)'),
  ],
  [
    'a room two folders deep in a feature',
    check.misplacedFiles,
    planted('orders/intake/web/rules.ts', ''),
    planted('orders/intake/rules.ts', ''),
  ],
  [
    'a feature that imports a later one',
    check.upwardImports,
    planted('orders/hold.commands.ts', "import { tripsByIds } from '../trips/store.ts'"),
    planted('trips/names.commands.ts', "import { ordersForUpdate } from '../orders/store.ts'"),
  ],
  [
    'a feature that imports a type of a later one',
    check.upwardImports,
    planted('orders/hold.rules.ts', "import type { TripState } from '../trips/state.rules.ts'"),
    planted('trips/stop.rules.ts', "import type { OrderState } from '../orders/changes.rules.ts'"),
  ],
  [
    'a shared folder that imports a feature',
    check.sharedKnowingFeatures,
    planted('http/page.ts', "import { orderOutput } from '../orders/record/views.ts'"),
    planted('http/page.ts', "import type { Tx } from '../db/tenant.ts'"),
  ],
  [
    'a feature that imports the wiring',
    check.importsOfWiring,
    planted('orders/routes.ts', "import { buildApp } from '../app.ts'"),
    planted('cli/records/import.ts', "import { buildApp } from '../../app.ts'"),
  ],
  [
    'a feature that imports the harness of the tests',
    check.importsOfWiring,
    planted('orders/intake/rules.ts', "import { startTestServer } from '../../testing/start-test-server.ts'"),
    planted('orders/intake/rules.ts', "import { isOnTrips } from './batch.rules.ts'"),
  ],
  [
    'a feature that calls the routes of another',
    check.routesOfOthers,
    planted('trips/record/routes.ts', "import { serveOrders } from '../../orders/routes.ts'"),
    planted('orders/routes.ts', "import { serveUploads } from './uploads/routes.ts'"),
  ],
  [
    'routes with SQL',
    check.strayedSql,
    planted('orders/routes.ts', 'const rows = tx.query(`select order_id from transport_order where tenant_id = $1`)'),
    planted('orders/list/views.ts', 'const rows = statement("orders.ids", `select order_id from transport_order`)'),
  ],
  [
    'rules with SQL',
    check.strayedSql,
    planted('orders/hold.rules.ts', "const release = 'update transport_order set is_blocked = false'"),
    planted('orders/hold.rules.ts', "const message = 'Select an order to release it.'"),
  ],
  [
    'routes that query the database',
    check.decidingRoutes,
    planted('orders/routes.ts', 'inTenant((tx) => tx.query(selectOrder, id))'),
    planted('orders/routes.ts', 'inTenant((tx) => findOrder(tx, id))'),
  ],
  [
    'routes that decide on a state',
    check.decidingRoutes,
    planted('orders/routes.ts', "if (order.status === 'CANCELLED') throw new Problem('state_conflict')"),
    planted('orders/routes.ts', "if (!order) throw new Problem('not_found')"),
  ],
  [
    'routes that publish',
    check.decidingRoutes,
    planted('orders/routes.ts', "import { publishEvents } from '../deliveries/publish.ts'"),
    planted('orders/routes.ts', "import { skipOrder } from './hold.commands.ts'"),
  ],
  [
    'a model with more than types',
    check.actingModels,
    planted(
      'orders/order.model.ts',
      'export interface Order {\n  id: string\n}\nexport const none: Order = { id: "" }',
    ),
    planted('orders/order.model.ts', 'export interface Order {\n  id: string\n}'),
  ],
  [
    'rules that reach the database',
    check.impureRules,
    planted('orders/hold.rules.ts', "import { ordersForUpdate } from './store.ts'"),
    planted('orders/hold.rules.ts', "import type { OrderRow } from './store.ts'"),
  ],
  [
    'rules that read the clock',
    check.impureRules,
    planted('orders/hold.rules.ts', 'const isLate = deadline < Date.now()'),
    planted('orders/hold.rules.ts', 'const isLate = (now: number) => deadline < now'),
  ],
  [
    'rules that draw lots',
    check.impureRules,
    planted('orders/hold.rules.ts', 'const id = randomUUID()'),
    planted('orders/hold.rules.ts', 'const id = newId()'),
  ],
  [
    'rules that call a command',
    check.impureRules,
    planted('orders/hold.rules.ts', "import { skipOrder } from './hold.commands.ts'"),
    planted('orders/hold.rules.ts', "import { isFrozen } from './changes.rules.ts'"),
  ],
  [
    'a store that writes a table of another feature',
    (sources) => check.foreignWrites(sources, owners),
    planted(
      'trips/store.ts',
      "statement('trips.order', `update transport_order set status = $2 where tenant_id = $1`)",
    ),
    planted('orders/store.ts', "statement('orders.state', `update transport_order set status = $2`)"),
  ],
  [
    'a store that calls a command',
    check.storesAndViewsReachingUp,
    planted('orders/store.ts', "import { skipOrder } from './hold.commands.ts'"),
    planted('orders/store.ts', "import { isFrozen } from './changes.rules.ts'"),
  ],
  [
    'views that write',
    (sources) => check.writingViews(sources, owners),
    planted('orders/list/views.ts', 'const text = `delete from transport_order where tenant_id = $1`'),
    planted('orders/list/views.ts', 'const text = `select 1 from transport_order where tenant_id = $1 for update`'),
  ],
  [
    'views that know a request',
    check.storesAndViewsReachingUp,
    planted('orders/list/views.ts', "import { serve } from '../../http/serve.ts'"),
    planted('orders/list/views.ts', "import { Problem } from '../../http/problem.ts'"),
  ],
  [
    'commands that know a request',
    check.commandsKnowingHttp,
    planted('orders/hold.commands.ts', "import type { FastifyRequest } from 'fastify'"),
    planted('orders/hold.commands.ts', "import type { PlainRequest } from '../http/plain-request.ts'"),
  ],
  [
    'jobs that know a request',
    check.commandsKnowingHttp,
    planted('orders/intake/jobs.ts', "import type { Call } from '../../http/serve.ts'"),
    planted('orders/intake/jobs.ts', "import { Problem } from '../../http/problem.ts'"),
  ],
  [
    'commands that call routes',
    check.commandsKnowingHttp,
    planted('orders/hold.commands.ts', "import { serveOrders } from './routes.ts'"),
    planted('orders/hold.commands.ts', "import { findOrder } from './store.ts'"),
  ],
  [
    'a loop outside jobs',
    check.strayedLoops,
    planted('orders/hold.commands.ts', 'export function holdLoop(ctx: Context): Loop {'),
    planted('orders/hold.jobs.ts', 'export function holdLoop(ctx: Context): Loop {'),
  ],
  [
    'a loop over tenants of its own',
    check.loopsOverTenants,
    planted('orders/hold.jobs.ts', "query('select tenants_with_holds() as tenant_id')"),
    planted('jobs/tenants-due.ts', "query('select tenants_with_holds() as tenant_id')"),
  ],
  [
    'a handler of queued work outside jobs',
    check.strayedLoops,
    planted('trips/names.commands.ts', "export async function rename(ctx: Context, job: Job<'trips.rename'>) {"),
    planted('trips/names.jobs.ts', "export async function rename(ctx: Context, job: Job<'trips.rename'>) {"),
  ],
  [
    'publish that decides whether',
    check.decidingPublishers,
    planted('orders/publish.ts', 'export function orderEvent(news: OrderEventFacts): NewEvent | undefined {'),
    planted('orders/publish.ts', 'export function orderEvent(news: OrderEventFacts): NewEvent {'),
  ],
  [
    'publish that looks into the database',
    check.decidingPublishers,
    planted('orders/publish.ts', "import { listOrderRows } from './list/views.ts'"),
    planted('orders/publish.ts', "import type { ListedOrder } from './list/views.ts'"),
  ],
  [
    'a gateway with SQL',
    check.strayedSql,
    planted('documents/gateway.ts', 'const add = sql`insert into document values (1)`'),
    planted('documents/gateway.ts', 'const bytes = await open(path)'),
  ],
  [
    'a gateway with a transaction open',
    check.gatewaysWithDatabase,
    planted('documents/gateway.ts', "import type { Tx } from '../db/tenant.ts'"),
    planted('documents/gateway.ts', "import type { Context } from '../context.ts'"),
  ],
  [
    'a statement that is not called after its feature',
    check.misnamedStatements,
    planted('orders/intake/accept.store.ts', "statement('intake.accept', `select 1`)"),
    planted('orders/intake/accept.store.ts', "statement('orders.accept', `select 1`)"),
  ],
  [
    'two statements of one name',
    check.sharedStatementNames,
    planted('orders/store.test.ts', "statement('test.one', `select 1`)\nstatement('test.one', `select 2`)"),
    planted('orders/store.test.ts', "statement('test.one', `select 1`)\nstatement('test.two', `select 2`)"),
  ],
  [
    'a statement that forgets the tenant',
    (sources) => check.statementsWithoutTenant(sources, new Set(['transport_order'])),
    planted('orders/store.ts', "statement('orders.one', `select 1 from transport_order where order_id = $1`)"),
    planted('orders/store.ts', "statement('orders.one', `select 1 from transport_order where tenant_id = $1`)"),
  ],
  [
    'a published part of the contract that imports what our application calls',
    check.upwardInContract,
    plantedAt('contract/src/orders/stop.ts', "import { ListedOrder } from './app/list.ts'"),
    plantedAt('contract/src/orders/app/list.ts', "import { StopOutput } from '../stop.ts'"),
  ],
  [
    'a folder of the contract that imports a later one',
    check.upwardInContract,
    plantedAt('contract/src/locations/location.ts', "import { StopOutput } from '../orders/stop.ts'"),
    plantedAt('contract/src/orders/stop.ts', "import type { LocationOutput } from '../locations/location.ts'"),
  ],
  [
    'a folder of the contract without a place',
    check.upwardInContract,
    plantedAt('contract/src/parcels/endpoints.ts', "import { endpoint } from '../endpoint.ts'"),
    plantedAt('contract/src/trips/endpoints.ts', "import { endpoint } from '../endpoint.ts'"),
  ],
  [
    'a type that is overruled with never',
    check.overruledTypes,
    planted('orders/list/views.ts', 'const rows = await tx.rows(query as never)'),
    planted('db/list.ts', 'const rows = await tx.rows(query as never)'),
  ],
  [
    'a type that is overruled by way of unknown',
    check.overruledTypes,
    planted('orders/list/views.ts', 'const query = build.selectFrom(table) as unknown as Orders'),
    planted('orders/list/views.ts', '// a number that was never seen as unknown as others'),
  ],
]

test.each(cases)('refused: %s', (_rule, faults, breach, fine) => {
  expect(faults([breach])).toHaveLength(1)
  expect(faults([fine])).toEqual([])
})

test('refused: files that import each other in a circle, also of types', () => {
  const one = plantedAt('server/src/orders/one.rules.ts', "import { two } from './two.rules.ts'")
  const two = (line: string) => plantedAt('server/src/orders/two.rules.ts', line)
  expect(check.circles([one, two("import { one } from './one.rules.ts'")])).toEqual([
    'server/src/orders/one.rules.ts - server/src/orders/two.rules.ts',
  ])
  expect(check.circles([one, two("import type { One } from './one.rules.ts'")])).toHaveLength(1)
  expect(check.circles([one, two("import type { One } from './one.model.ts'")])).toEqual([])
})

test('a folder with more files than a newcomer can scan is reported', () => {
  const files = ['hold', 'plan', 'content'].map((name) => planted(`orders/${name}.rules.ts`, ''))
  expect(check.crowdedFolders(files, 2)).toEqual(['server/src/orders'])
  expect(check.crowdedFolders(files, 3)).toEqual([])
})
