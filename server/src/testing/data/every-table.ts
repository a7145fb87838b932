import pg from 'pg'

// One row of a tenant in every tenant table, generated from the catalogue: a new table is filled automatically, or the
// test reports it.

interface Column {
  name: string
  type: string
  is_needed: boolean
  /** The values allowed by a check, if it lists them. */
  allowed: string[] | null
}

interface ForeignKey {
  columns: string[]
  target: string
  target_columns: string[]
}

export interface TableFacts {
  name: string
  columns: Column[]
  foreign_keys: ForeignKey[]
}

/** Placeholder for the key of the row that a foreign key refers to. */
const ref = 'a row of the other table'

/** Values that cannot be derived from the catalogue, as SQL, by `table.column`. */
const given: Readonly<Record<string, string>> = {
  'door_link.door': `'DRIVER'`,
  'door_link.resource_id': ref,
  'door_request.kind': `'CHANGE'`,
  'door_request.order_id': 'gen_random_uuid()',
  'exchange_rate.from_currency': `'USD'`,
  'exchange_rate.to_currency': `'EUR'`,
  'billing_preference.company_id': ref,
  'location_booking.stop_id': ref,
  'inbox_item.message_id': ref,
  'location_fence.radius_m': '100',
  'posting_line.credit': '0',
  'rate_record.side': `'SALES'`,
  'rate_record.currency': `'EUR'`,
  'mail.order_id': ref,
  'telematics_connection.interval_seconds': '60',
  'trip_stop.kind': `'ORDER'`,
  'trip_stop.order_id': ref,
  'driver_activity.to_at': `'infinity'`,
  'unavailability.until_at': `'infinity'`,
  'validity.resource_id': ref,
}

/** Additional rows of a table, so that a foreign key has a value: their differences from the first. */
const variants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'door_link.order_id': { door: `'TRACKING'`, resource_id: 'null', order_id: ref },
  'door_link.trip_id': { door: `'CARRIER'`, resource_id: ref, trip_id: ref },
  'dispatch_destination.location_id': { kind: `'LOCATION_BOOKING'`, location_id: ref },
  'billing_preference.billing_entity_id': { company_id: 'null', billing_entity_id: ref },
  'validity.company_id': { resource_id: 'null', company_id: ref },
  'door_link.company_id': { door: `'CUSTOMER'`, resource_id: 'null', company_id: ref },
}

/** Other changes needed in a row when a foreign key is set. */
const along: Readonly<Record<string, string>> = {
  'invoice_sending.repeat_of': 'is_repeat = true',
  'invoice_sending.reminder_level_id': `purpose = 'REMINDER', reminder = '{}'`,
  'dispatch_destination.subcontractor_id': `kind = 'SUBCO', location_id = null`,
  'mail.trip_id': `kind = 'DISPATCH', order_id = null`,
}

const byType: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'sample'`,
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1',
  real: '1',
  'double precision': '1',
  boolean: 'false',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  'time without time zone': `'08:00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `decode(repeat('00', 32), 'hex')`,
  'text[]': `'{}'`,
  'uuid[]': `'{}'`,
  'integer[]': `'{}'`,
}

/** Every table with a column tenant_id, each after the ones its foreign keys refer to. */
export async function readTenantTables(client: pg.Client): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts>(`
    select c.relname as name,
           (select json_agg(json_build_object(
                     'name', a.attname, 'type', regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*?\\)', ''),
                     'is_needed', a.attnotnull and not a.atthasdef and a.attidentity = '',
                     'allowed', (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m)
                                   from pg_constraint k
                                  where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                                    and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' limit 1))
                     order by a.attnum)
              from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select coalesce(json_agg(json_build_object(
                     'target', f.confrelid::regclass::text,
                     'columns', (select array_agg(a.attname order by n) from unnest(f.conkey) with ordinality k (num, n)
                                   join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num),
                     'target_columns', (select array_agg(a.attname order by n) from unnest(f.confkey) with ordinality k (num, n)
                                          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num))), '[]')
              from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0) as foreign_keys
      from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('tenant', 'removed_tenant') order by 1`)
  const ordered: TableFacts[] = []
  const waiting = [...rows]
  while (waiting.length > 0) {
    const isReady = ({ name, foreign_keys }: TableFacts) =>
      foreign_keys.every(({ target }) => target === name || !waiting.some((one) => one.name === target))
    const next = waiting.findIndex(isReady)
    ordered.push(...waiting.splice(Math.max(0, next), 1))
  }
  return ordered
}

/**
 * Gives the tenant a row in every empty table, and a value in every foreign key that has none in any row.
 * @returns failures, one line each
 */
export async function fillEveryTable(
  client: pg.Client,
  tenantId: string,
  tables: readonly TableFacts[],
): Promise<string[]> {
  const faults: string[] = []
  for (const table of tables) {
    const isThere = await has(client, table.name, tenantId, 'true')
    const made = isThere ? undefined : await attempt(client, () => insert(client, table, tenantId))
    if (made) {
      faults.push(`${table.name}: ${made}`)
      continue
    }
    for (const key of table.foreign_keys) {
      const filled = key.columns.map((name) => `${pg.escapeIdentifier(name)} is not null`).join(' and ')
      if (await has(client, table.name, tenantId, filled)) continue
      const failure = await attempt(client, () => point(client, table, key, tenantId))
      if (failure) faults.push(`${table.name} (${key.columns.join(', ')}): ${failure}`)
    }
  }
  return faults
}

async function has(client: pg.Client, table: string, tenantId: string, condition: string): Promise<boolean> {
  const { rows } = await client.query(`select from ${table} where tenant_id = $1 and ${condition} limit 1`, [tenantId])
  return rows.length > 0
}

async function attempt(client: pg.Client, work: () => Promise<void>): Promise<string | undefined> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback')
    return (error as Error).message
  }
}

async function insert(
  client: pg.Client,
  table: TableFacts,
  tenantId: string,
  different: Readonly<Record<string, string>> = {},
): Promise<void> {
  const values = new Map<string, string>([['tenant_id', `'${tenantId}'`]])
  for (const column of table.columns) {
    const known = different[column.name] ?? given[`${table.name}.${column.name}`]
    if (known !== undefined) values.set(column.name, known)
    else if (column.is_needed && column.name !== 'tenant_id') values.set(column.name, sampleOf(column))
  }
  for (const { target, columns, target_columns } of table.foreign_keys) {
    if (target === table.name) continue
    columns.forEach((name, index) => {
      const known = different[name] ?? given[`${table.name}.${name}`] ?? ref
      if (name === 'tenant_id' || !values.has(name) || known !== ref) return
      const chosen = pg.escapeIdentifier(target_columns[index]!)
      values.set(name, `(select ${chosen} from ${target} where tenant_id = '${tenantId}' order by 1 limit 1)`)
    })
  }
  for (const [name, value] of values) if (value === ref) values.set(name, byType.uuid!)
  const names = [...values.keys()].map(pg.escapeIdentifier).join(', ')
  await client.query(`insert into ${table.name} (${names}) values (${[...values.values()].join(', ')})`)
}

function sampleOf({ name, type, allowed }: Column): string {
  if (allowed?.[0] !== undefined) return pg.escapeLiteral(allowed[0])
  const value = byType[type]
  if (value === undefined) throw new Error(`no sample for the type ${type} of ${name}`)
  return value
}

/** Makes a row refer to a row of the target. */
async function point(client: pg.Client, table: TableFacts, key: ForeignKey, tenantId: string): Promise<void> {
  const own = key.columns.filter((name) => name !== 'tenant_id')
  const set = own.map((name) => {
    const chosen = pg.escapeIdentifier(key.target_columns[key.columns.indexOf(name)]!)
    return `${pg.escapeIdentifier(name)} = (select ${chosen} from ${key.target} where tenant_id = '${tenantId}' order by 1 limit 1)`
  })
  if (set.length === 0) return
  const named = `${table.name}.${own.at(-1)}`
  if (variants[named]) return await insert(client, table, tenantId, variants[named])
  if (along[named]) set.push(along[named])
  await client.query(
    `update ${table.name} set ${set.join(', ')}
      where tenant_id = $1 and ctid = (select ctid from ${table.name} where tenant_id = $1 limit 1)`,
    [tenantId],
  )
}
