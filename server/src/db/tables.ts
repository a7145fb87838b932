import type { Client } from 'pg'

/** Schema facts of a table for backup, restore and the generators. */
export interface TableFacts {
  name: string
  /** Writable columns; generated ones are left out. */
  columns: string[]
  /** Protected by row security: read and written per tenant. */
  is_tenant_table: boolean
}

const select = `
  select c.relname as name, c.relrowsecurity as is_tenant_table,
         (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and a.attgenerated = '') as columns,
         (select coalesce(array_agg(distinct f.confrelid::regclass::text), '{}') from pg_constraint f
           where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
   order by c.relname`

/** All tables but `migration`, each after those its foreign keys reference. A partition is part of its table. */
export async function listTables(client: Client): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts & { needs: string[] }>(select)
  const waiting = [...rows]
  const ordered: TableFacts[] = []
  const done = new Set<string>()
  while (waiting.length > 0) {
    const next = waiting.findIndex((table) => table.needs.every((name) => done.has(name)))
    // A cycle of foreign keys has no order. The schema has none.
    if (next < 0) throw new Error(`foreign keys form a circle: ${waiting.map((table) => table.name).join(', ')}`)
    const [{ needs: _, ...table }] = waiting.splice(next, 1) as [TableFacts & { needs: string[] }]
    ordered.push(table)
    done.add(table.name)
  }
  return ordered
}
