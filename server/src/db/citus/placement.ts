import type pg from 'pg'
import type { Placement } from './cluster.ts'
import { anchor, copiedTables, localTables } from './tables.ts'

/** Placement of one table by `distribute`. */
export interface TableStep {
  table: string
  to: Placement
  /** Whether it is already placed correctly. */
  is_done: boolean
}

/**
 * Placement of each table of the schema, copies first because others may reference them. `placed` is the current state.
 */
export async function planTables(client: pg.ClientBase, placed: ReadonlyMap<string, Placement>): Promise<TableStep[]> {
  const { rows } = await client.query<{ table: string }>(
    `select relname as "table" from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      order by relname <> $1, relname`,
    [anchor],
  )
  const steps = rows.map(({ table }): TableStep => {
    const to = copiedTables.includes(table) ? 'copied' : localTables.includes(table) ? 'local' : 'distributed'
    return { table, to, is_done: (placed.get(table) ?? 'local') === to }
  })
  return [...steps.filter(({ to }) => to === 'copied'), ...steps.filter(({ to }) => to !== 'copied')]
}

// $1: tables spread by tenant, $2: tables copied to every node.
const faults = `
  with present as (
    select c.oid, c.relname as name, a.attnum as tenant
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  ), keys as (
    select f.conname as name, f.conkey, f.confdelsetcols, c.name as from_table, c.tenant, t.name as to_table
      from pg_constraint f join present c on c.oid = f.conrelid join present t on t.oid = f.confrelid
     where f.contype = 'f' and f.conparentid = 0
  )
  select name as "table", 'has no column tenant_id, by which rows are spread' as fault
    from present where name = any ($1) and tenant is null
  union all
  select p.name, 'has a unique key without tenant_id: ' || i.indexrelid::regclass
    from pg_index i join present p on p.oid = i.indrelid
   where p.name = any ($1) and i.indisunique and p.tenant <> all (i.indkey)
  union all
  select from_table, 'has a foreign key that sets single columns to null: ' || name
    from keys where from_table = any ($1) and confdelsetcols is not null
  union all
  select from_table, 'points at ' || to_table || ', which not every node has: ' || name
    from keys where from_table = any ($2) and to_table <> all ($2)
       or from_table = any ($1) and to_table <> all ($1) and to_table <> all ($2)
  union all
  select from_table, 'points at rows of any tenant: ' || name
    from keys where from_table = any ($1) and to_table = any ($1) and tenant <> all (conkey)
  order by 1, 2`

/** Why tables cannot be placed as planned, as sentences; none with the migrations of this version. */
export async function faultsOfTables(client: pg.ClientBase, steps: readonly TableStep[]): Promise<string[]> {
  const tablesTo = (to: Placement) => steps.filter((step) => step.to === to).map(({ table }) => table)
  const { rows } = await client.query<{ table: string; fault: string }>(faults, [
    tablesTo('distributed'),
    tablesTo('copied'),
  ])
  return rows.map(({ table, fault }) => `The table ${table} ${fault}. A migration has to change it first.`)
}
