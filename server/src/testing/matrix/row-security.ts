import pg from 'pg'
import type { TestServer } from '../start-test-server.ts'

/** Disables row security on every table, as the administrator of this temporary database. */
export async function takeRowSecurityDown(server: TestServer): Promise<void> {
  const client = new pg.Client(server.ctx.db.connection)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relkind in ('r', 'p')`,
  )
  if (rows.length <= 10) throw new Error('there is no row security to take away')
  for (const { name } of rows) {
    await client.query(`alter table ${name} no force row level security`)
    await client.query(`alter table ${name} disable row level security`)
  }
  await client.end()
}
