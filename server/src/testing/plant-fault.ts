import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestServer } from './start-test-server.ts'

/**
 * Makes the database fail whenever a row is written that a condition holds for, as one of its own faults would: unforeseen,
 * and not to be mended by sending something else.
 * @param when SQL over `new`, as `new.order_id = '…'`
 * @returns mends it
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
