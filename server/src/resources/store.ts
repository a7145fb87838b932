import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { nameKey, plateKey } from './names.rules.ts'
import type { ResourceRecord } from './rules.ts'

/**
 * Written columns of a resource, besides its id, which belongs to one tenant (CLIENT-12), in the order of the
 * statements.
 */
const written = `resource_type text, name text, name_key text, code text, external_id text, note text, locale text,
  license_plate text, license_plate_key text, container_number text, start_stop_location_id uuid,
  subcontractor_id uuid, billing_entity_id uuid, properties jsonb, custom_fields jsonb, integrations jsonb,
  source text, is_archived boolean`
const columns = written.replace(/ (text|uuid|jsonb|boolean)\b/g, '')
const memberColumns = (prefix: string) =>
  columns
    .split(',')
    .map((column) => `${prefix}.${column.trim()}`)
    .join(', ')

const recordColumns = `
  r.resource_id, r.resource_type, r.name, r.code, r.external_id, r.note, r.locale, r.license_plate, r.container_number,
  r.start_stop_location_id, r.subcontractor_id, r.billing_entity_id, r.properties, r.custom_fields, r.integrations,
  r.source, r.is_archived,
  (select coalesce(json_agg(x.extra_id order by x.position), '[]') from resource_extra x
    where x.tenant_id = $1 and x.resource_id = r.resource_id) as extra_ids`

const lockResource = statement(
  'resources.lock_resource',
  `select ${recordColumns} from resource r where r.tenant_id = $1 and r.resource_id = $2 for update of r`,
)

/** One resource, locked until the transaction ends. */
export async function resourceForUpdate(tx: Tx, id: string): Promise<ResourceRecord | undefined> {
  return (await tx.query<ResourceRecord>(lockResource, id))[0]
}

const lockSource = statement(
  'resources.lock_source',
  `select pg_advisory_xact_lock(hashtextextended('resources.sync ' || $1::text || ' ' || $2::text, 0))`,
)
const lockOfSource = statement(
  'resources.lock_resources_of_source',
  `select ${recordColumns} from resource r where r.tenant_id = $1 and r.source = $2
    order by r.resource_id for update of r`,
)

/**
 * Every resource of a source, including archived ones, locked until the transaction ends. Two synchronisations of one
 * source run one after the other.
 */
export async function resourcesOfSourceForUpdate(tx: Tx, source: string): Promise<ResourceRecord[]> {
  const [, records] = await Promise.all([tx.query(lockSource, source), tx.query<ResourceRecord>(lockOfSource, source)])
  return records
}

const addResources = statement(
  'resources.insert_resources',
  `insert into resource (tenant_id, resource_id, ${columns})
   select $1, n.resource_id, ${memberColumns('n')} from json_to_recordset($2::json) as n (resource_id uuid, ${written})
   returning tenant_id`,
)
const changeResources = statement(
  'resources.update_resources',
  `update resource r set (${columns}, updated_at) = (select ${memberColumns('n')}, now())
     from json_to_recordset($2::json) as n (resource_id uuid, ${written})
    where r.tenant_id = $1 and r.resource_id = n.resource_id`,
)
const clearExtras = statement(
  'resources.delete_extras',
  'delete from resource_extra where tenant_id = $1 and resource_id = any ($2::uuid[])',
)
const addExtras = statement(
  'resources.insert_extras',
  `insert into resource_extra (tenant_id, resource_id, extra_id, position)
   select $1, n.resource_id, n.extra_id, n.position
     from json_to_recordset($2::json) as n (resource_id uuid, extra_id uuid, position integer)
   returning tenant_id`,
)

/** Inserts resources with their extras. */
export async function insertResources(tx: Tx, records: readonly ResourceRecord[]): Promise<void> {
  if (records.length === 0) return
  await Promise.all([tx.query(addResources, rowsOf(records)), insertExtras(tx, records)])
}

/** Updates resources with their extras, and their time of change. */
export async function updateResources(tx: Tx, records: readonly ResourceRecord[]): Promise<void> {
  if (records.length === 0) return
  const ids = records.map(({ resource_id }) => resource_id)
  await Promise.all([tx.query(changeResources, rowsOf(records)), tx.query(clearExtras, ids), insertExtras(tx, records)])
}

async function insertExtras(tx: Tx, records: readonly ResourceRecord[]): Promise<void> {
  const rows = records.flatMap(({ resource_id, extra_ids }) =>
    extra_ids.map((extra_id, index) => ({ resource_id, extra_id, position: index + 1 })),
  )
  if (rows.length > 0) await tx.query(addExtras, JSON.stringify(rows))
}

function rowsOf(records: readonly ResourceRecord[]): string {
  return JSON.stringify(
    records.map(({ extra_ids: _, ...record }) => ({
      ...record,
      name_key: nameKey(record.name),
      license_plate_key: plateKey(record.license_plate),
    })),
  )
}

const touch = statement(
  'resources.touch_resources',
  'update resource set updated_at = now() where tenant_id = $1 and resource_id = any ($2::uuid[])',
)

/** Updates the time of change of resources after a change outside of their row, such as their group. */
export async function touchResources(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(touch, ids)
}
