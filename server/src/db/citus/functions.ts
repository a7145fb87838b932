import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { ownerRole } from '../roles.ts'
import { anchor, unlinkedTables } from './tables.ts'

const file = new URL('./functions.sql', import.meta.url)

/** Functions that a node can run entirely if it has the tenant's rows. The first argument is the tenant. */
const atNode =
  'accept_uploads_at_node(uuid, uuid[], text[], text[], text, bytea[], text[], uuid[], text[], text[], text[], json[], text[])'

/**
 * Replaces the functions for one node with those for several, and drops the keys that copied tables cannot have. Runs
 * after `distribute`, and after each migration of a distributed installation, which may have restored the others.
 */
export async function fitFunctions(client: pg.ClientBase): Promise<void> {
  const text = await readFile(file, 'utf8')
  await client.query('begin')
  try {
    await client.query(`set local role ${ownerRole}`)
    await client.query(text)
    await client.query(
      `create or replace function functions_of_nodes() returns text language sql immutable as $$ select '${markOf(text)}' $$`,
    )
    await client.query('reset role')
    await leaveOutKeys(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  const { rows } = await client.query<{ is_placed: boolean }>(
    `select exists (select from pg_catalog.pg_dist_object
                     where objid = $1::regprocedure and distribution_argument_index is not null) as is_placed`,
    [atNode],
  )
  if (!rows[0]!.is_placed) {
    await client.query("select create_distributed_function($1, 'one_tenant', colocate_with => $2)", [atNode, anchor])
  }
}

/** Whether the functions in the database match this version. */
export async function hasFunctions(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regprocedure('public.functions_of_nodes()') as found")
  if (rows[0].found === null) return false
  const { rows: marks } = await client.query<{ mark: string }>('select functions_of_nodes() as mark')
  return marks[0]!.mark === markOf(await readFile(file, 'utf8'))
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function leaveOutKeys(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table_name: string; name: string }>(
    `select quote_ident(c.relname) as table_name, quote_ident(f.conname) as name
       from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
      where f.contype = 'f' and f.conparentid = 0 and f.connamespace = 'public'::regnamespace and t.relname = any ($1)`,
    [unlinkedTables],
  )
  for (const { table_name: table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
}
