import type { OutboundRequest } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { TestTenant } from '../test-tenant.ts'

const setEngine = statement(
  'test.set_road_engine',
  `update tenant_setting set positions = positions || jsonb_build_object('road_engine', $2::jsonb) where tenant_id = $1`,
)

/** Configures an OSRM-compatible engine for a tenant. */
export async function setOsrm(tenant: TestTenant): Promise<void> {
  const engine = { kind: 'OSRM', url: 'https://roads.example', profile: null }
  await tenant.asTenant((tx) => tx.query(setEngine, JSON.stringify(engine)))
}

/** An OSRM answer in which all places have the same distance and travel time. */
export function osrmAnswer({ url }: Pick<OutboundRequest, 'url'>, km: number, hours: number): { body: string } {
  const targets = new URL(url).searchParams.get('destinations')?.split(';') ?? []
  const row = (value: number) => [targets.map(() => value)]
  return { body: JSON.stringify({ code: 'Ok', distances: row(km * 1_000), durations: row(hours * 3_600) }) }
}
