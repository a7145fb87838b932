import type { TelematicsConnection, TelematicsSource } from '@cartage/contract/positions/app/connections'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { Render } from '../http/language.ts'
import { type KnownResource, objectIdsOf } from '../positions/matching.rules.ts'
import { failureMessage, isToChange } from './failures.rules.ts'
import type { KnownVehicle } from './readings.rules.ts'

const selectConnections = statement(
  'telematics.list_connections',
  `select c.connection_id::text as connection_key, c.kind, c.name, c.base_url, c.sign_in, c.user_name, c.token_url,
          case when c.base_url is null then 0 else c.interval_seconds end as interval_seconds, c.is_paused,
          c.token_digest is not null as has_token, ${instant('c.polled_at')} as polled_at,
          ${instant('c.heard_at')} as heard_at, c.failure, c.failure_detail
     from telematics_connection c where c.tenant_id = $1 order by c.created_at, c.connection_id limit 100`,
)
const selectWebhooks = statement(
  'telematics.list_webhooks',
  `select w.client_id as connection_key, 'WEBHOOK' as kind, w.name, null as base_url, 'NONE' as sign_in, null as user_name,
          null as token_url, 0 as interval_seconds, false as is_paused, false as has_token, null as polled_at,
          ${instant('used.minute')} as heard_at, null as failure, null as failure_detail
     from webhook_credential w
     left join (
       select u.client_id, max(u.minute) as minute from usage_minute u
        where u.tenant_id = $1 and u.category = 'webhook' group by u.client_id
     ) used on used.client_id = w.client_id
    where w.tenant_id = $1 and not w.is_removed order by w.created_at, w.client_id limit 200`,
)
const selectSources = statement(
  'telematics.list_sources',
  `select s.source_id as source_key, s.plate, s.label, s.resource_id, s.is_chosen, ${instant('s.heard_at')} as heard_at,
          ${instant('s.recorded_at')} as recorded_at, s.doc as value,
          (select r.name from resource r where r.tenant_id = $1 and r.resource_id = s.resource_id) as resource_name
     from telematics_source s where s.tenant_id = $1 and s.connection_id = $2
    order by s.resource_id is not null, s.heard_at desc nulls last, s.source_id limit 500`,
)

/**
 * Connections with the data they sent last, then webhook credentials, without secrets.
 * @param render the failure message
 */
export async function listConnections(tx: Tx, render: Render): Promise<TelematicsConnection[]> {
  type Row = Omit<TelematicsConnection, 'sources' | 'is_to_change'> & { failure_detail: string | null }
  const [own, webhooks] = await Promise.all([tx.query<Row>(selectConnections), tx.query<Row>(selectWebhooks)])
  const rows = [...own, ...webhooks]
  const sources = await Promise.all(
    rows.map(({ connection_key }) => tx.query<TelematicsSource>(selectSources, connection_key)),
  )
  return rows.map(({ failure_detail, ...row }, at) => {
    const { failure } = row
    const sentence = failure === null ? null : render(failureMessage(failure, failure_detail))
    return { ...row, failure: sentence, is_to_change: failure !== null && isToChange(failure), sources: sources[at]! }
  })
}

const count = statement(
  'telematics.count_connections',
  'select count(*)::integer as count from telematics_connection where tenant_id = $1',
)

/** How many connections there are. */
export async function countConnections(tx: Tx): Promise<number> {
  return (await tx.query<{ count: number }>(count))[0]!.count
}

const selectVehicles = statement(
  'telematics.select_vehicles',
  `select r.resource_id, r.name, r.external_id, r.license_plate_key as plate_key, r.integrations,
          r.properties->>'vin_number' as vin
     from resource r
    where r.tenant_id = $1 and r.resource_type = any ('{TRACTOR,RIGID,VAN,TRAILER,FULL_TRAILER,CHASSIS}'::text[])
      and not r.is_archived
    order by r.created_at, r.resource_id`,
)

/** Matching data of every vehicle of the tenant; the VIN is not indexed. */
export async function listVehicles(tx: Tx): Promise<KnownVehicle[]> {
  const rows = await tx.query<Omit<KnownVehicle, 'object_ids'> & Pick<KnownResource, 'integrations'>>(selectVehicles)
  return rows.map(({ integrations, ...vehicle }) => ({ ...vehicle, object_ids: objectIdsOf(integrations) }))
}

const selectLive = statement(
  'telematics.select_live_resources',
  `select r.resource_id from unnest($2::uuid[]) as wanted (id)
     cross join lateral (
       select resource_id, is_archived from resource where tenant_id = $1 and resource_id = wanted.id limit 1
     ) r
    where not r.is_archived`,
)

/** Which of these resources exist and are not archived. */
export async function liveResources(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.query<{ resource_id: string }>(selectLive, ids)).map(({ resource_id }) => resource_id))
}

const selectToken = statement(
  'telematics.select_token',
  'select token_digest, is_paused from telematics_connection where tenant_id = $1 and connection_id = $2',
)

/** The digest of the token of a connection; undefined when there is none. */
export async function findToken(
  tx: Tx,
  connectionId: string,
): Promise<{ token_digest: Buffer | null; is_paused: boolean } | undefined> {
  const [row] = await tx.query<{ token_digest: Buffer | null; is_paused: boolean }>(selectToken, connectionId)
  return row
}
