import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'
import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { openAddress } from '../../tenants/tenants.views.ts'
import type { Place } from '../distance.rules.ts'
import { missingWays } from './missing.rules.ts'
import { type Engine, engineKey, estimatedRoads, type KnownRoad, placeKey, RoadBook, type Roads } from './rules.ts'
import { closedDays, keptDays } from './store.ts'

/** SQL of the engine columns in a row of tenant_setting. */
export const engineColumns = "s.positions -> 'road_engine' as road_engine, s.road_engine_sealed as sealed"

/** The engine columns as read. */
export interface EngineRow {
  road_engine: RoadEngine | null
  sealed: Buffer | null
}

const selectEngine = statement(
  'positions.select_road_engine',
  `select ${engineColumns} from tenant_setting s where s.tenant_id = $1`,
)

const selectRoads = statement(
  'positions.select_roads',
  `select r.from_place, r.to_place, r.vehicle, r.distance_km, r.driving_minutes from road r
    where r.tenant_id = $1 and r.engine = $2 and r.found_at > now() - make_interval(days => ${keptDays})
      and (r.distance_km is not null or r.found_at > now() - make_interval(days => ${closedDays}))
      and r.from_place = any($3::text[]) and r.to_place = any($4::text[])`,
)

/** The engine of a tenant: its own, else the operator's; undefined if distances are estimated. */
export function engineOf(
  ctx: Pick<Context, 'config'>,
  tenantId: string,
  own: RoadEngine | null | undefined,
): Engine | undefined {
  if (own) return { ...own, profile: own.profile ?? null, whose: { tenant_id: tenantId } }
  return installedEngine(ctx)
}

/** The engine that the operator has configured for everyone; undefined if there is none. */
export function installedEngine({ config }: Pick<Context, 'config'>): Engine | undefined {
  return config.routing && { ...config.routing, whose: 'operator' }
}

/** Reads the tenant's engine, with the key of its address (SECRET-6). */
export async function findEngine(ctx: Pick<Context, 'config' | 'vault'>, tx: Tx): Promise<Engine | undefined> {
  const [row] = await tx.query<EngineRow>(selectEngine)
  return engineIn(ctx, tx.tenantId, row)
}

/** The engine configured in a row. */
export function engineIn(
  ctx: Pick<Context, 'config' | 'vault'>,
  tenantId: string,
  { road_engine: own, sealed }: EngineRow = { road_engine: null, sealed: null },
): Engine | undefined {
  if (own === null) return installedEngine(ctx)
  return engineOf(ctx, tenantId, { ...own, url: openAddress(ctx, tenantId, { url: own.url, sealed }) })
}

/**
 * Known roads between these places; the others are estimated. Missing ones are requested in the background after the
 * transaction.
 */
export async function openRoads(
  ctx: Pick<Context, 'wake'>,
  tx: Tx,
  engine: Engine | undefined,
  places: Iterable<Place>,
): Promise<Roads> {
  if (!engine) return estimatedRoads
  const { book, include } = await readRoads(tx, engine, places)
  tx.afterCommit(() => {
    const missing = book.missing()
    if (missing.length === 0) return
    missingWays(ctx).add(tx.tenantId, engine, missing)
    ctx.wake('roads')
  })
  return { find: book.find, include, open: { engine, book } }
}

/** Known roads between these places, for a caller that requests the missing ones itself. */
export async function readRoads(tx: Tx, engine: Engine, places: Iterable<Place>) {
  const book = new RoadBook(engine)
  const key = engineKey(engine)
  const read = new Set<string>()
  const include = async (more: Iterable<Place>) => {
    const added = [...new Set([...more].flatMap((place) => placeKey(place) ?? []))].filter((one) => !read.has(one))
    if (added.length === 0) return
    const before = [...read]
    for (const one of added) read.add(one)
    const select = (from: readonly string[], to: readonly string[]) =>
      from.length === 0 || to.length === 0 ? [] : tx.query<KnownRoad>(selectRoads, key, from, to)
    const found = await Promise.all([select(added, [...before, ...added]), select(before, added)])
    book.add(found.flat())
  }
  await include(places)
  return { book, include }
}
