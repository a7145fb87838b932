import { setImmediate } from 'node:timers/promises'
import type { Input } from '@cartage/contract/endpoint'
import type { listPlanCandidates } from '@cartage/contract/planning/app/candidates'
import type { CompanyFilters } from '../../companies/list.rules.ts'
import { companies } from '../../companies/list.views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { resources } from '../../resources/records/list.views.ts'
import type { RecordFilters } from '../../resources/records/rules.ts'
import { tripsByIds } from '../../trips/store.ts'
import { loadFacts, loadWorld } from '../facts/views.ts'
import { type CandidateVerdict, filled, inOrder, judgeOf, typesOf, type Vacancy, vacancyOf } from './rules.ts'

/** Number of candidates judged per batch, shown, and judged in total. */
const batch = 100
const mostShown = 50
const mostJudged = 1_000

type Query = Input<typeof listPlanCandidates>['query']

interface Named {
  id: string
  name: string
  side: string | null
}

const all = { q: undefined, archived: false, expiring: false }
const everyCompany: CompanyFilters = { ...all, role: ['subcontractor'], status: [] }
const everyResource: RecordFilters = { ...all, type: [], group: [], subcontractor: [] }

/** A candidate with its verdict. */
export type Candidate = Named & CandidateVerdict

/**
 * FIT-8: candidates for a trip, best fit first. In a large fleet the search continues by name until enough fit.
 * @param mayLift the caller may override HARD reasons about a carrier
 * @throws Problem not_found
 */
export async function findCandidates(
  ctx: Context,
  tx: Tx,
  tripId: string,
  query: Query,
  mayLift: boolean,
): Promise<{ items: Candidate[]; is_cut: boolean }> {
  const [[trip], world] = await Promise.all([
    tripsByIds(tx, [tripId]),
    loadWorld(ctx, tx, { order_ids: [], stop_ids: [], trip_ids: [tripId], location_ids: [] }),
  ])
  if (!trip) throw new Problem('not_found')
  const vacancy = vacancyOf(trip, query.kind, { off: query.instead_of, on: query.with })
  const found: Candidate[] = []
  let isEnd = false
  for (let offset = 0; !isEnd && offset < mostJudged; offset += batch) {
    const named = await namedFrom(tx, query, offset)
    isEnd = named.length < batch
    const facts = await loadFacts(tx, world, tripsOf(vacancy, named))
    const judge = judgeOf(vacancy, facts, mayLift)
    for (const one of named) {
      found.push({ ...one, ...judge(one.id) })
      // Judging weeks of a driver takes milliseconds each; other requests run in between (LIMIT-15).
      await setImmediate()
    }
    if (found.filter(({ verdict }) => verdict === 'OK').length >= mostShown) break
  }
  return { items: inOrder(found).slice(0, mostShown), is_cut: !isEnd || found.length > mostShown }
}

/** Every variant of the trip to be judged, so that all facts are read in one go. */
function tripsOf(vacancy: Vacancy, named: readonly Named[]) {
  return [vacancy.trip, ...named.map(({ id }) => filled(vacancy, id))]
}

/** Possible candidates, sorted by name. */
async function namedFrom(tx: Tx, { kind, q, only }: Query, offset: number): Promise<Named[]> {
  const page = { sort: 'name', offset, limit: batch } as const
  const given = { soon: '' }
  if (kind === 'CARRIER') {
    const list = companies.open(tx, { ...everyCompany, q }, given)
    const rows = await list.read(only.length > 0 ? found(only, offset) : await list.ids(page))
    return rows.map(({ company_id: id, name }) => ({ id, name, side: null }))
  }
  const list = resources.open(tx, { ...everyResource, type: typesOf[kind], q }, given)
  const rows = await list.read(only.length > 0 ? found(only, offset) : await list.ids(page))
  return rows.map(({ resource_id: id, name, license_plate, container_number }) => ({
    ...{ id, name, side: license_plate ?? container_number },
  }))
}

const found = (ids: readonly string[], offset: number) => (offset === 0 ? ids.map((id) => ({ id })) : [])
