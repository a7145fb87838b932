import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestServer } from './start-test-server.ts'

/**
 * Makes the database fail whenever a row that meets a condition is written, like an unexpected internal error that no
 * other input avoids.
 * @param when SQL over `new`, as `new.order_id = '…'`
 * @returns a function that removes it
 */
export async function plantFault(
  { ctx }: Pick<TestServer, 'ctx'>,
  table: string,
  when: string,
): Promise<() => Promise<void>> {
  const name = `planted_${randomUUID().replaceAll('-', '')}`
  const owner = async (...commands: string[]) => {
    const client = new pg.Client(ctx.db.connection)
    await client.connect()
    for (const command of commands) await client.query(command)
    await client.end()
  }
  await owner(
    `create function ${name}() returns trigger language plpgsql as
       $$ begin raise exception 'planted' using errcode = 'XX000'; end $$`,
    `create trigger ${name} before insert or update on ${table} for each row when (${when}) execute function ${name}()`,
  )
  return () => owner(`drop trigger ${name} on ${table}`, `drop function ${name}()`)
}
