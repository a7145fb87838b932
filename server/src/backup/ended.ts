import { msg } from '@cartage/contract/message'
import pg from 'pg'
import { listTables } from '../db/tables.ts'

/** Which rows to end, and how a table is made writable. */
export interface Reach {
  /** Condition on the rows, `true` for every tenant. */
  where: string
  /** Lifts the write protection of a table for the owner while `work` runs. */
  open<T>(client: pg.Client, table: string, work: () => Promise<T>): Promise<T>
}

/**
 * Ends what must not outlive the moment of the backup: sessions, links, leases, e-mails that may have been sent since
 * (OPS-1, BILL-32).
 */
export async function endWhatEnded(client: pg.Client, { where, open }: Reach): Promise<void> {
  const run = (table: string, text: string, ...values: unknown[]) =>
    open(client, table, () => client.query(text, values))
  await run('app_session', `delete from app_session where ${where}`)
  // A link revoked since the backup must not open again.
  await run('door_link', `update door_link set revoked_at = now() where revoked_at is null and ${where}`)
  const tables = await listTables(client)
  // Databases of older versions lack this table.
  if (tables.some(({ name }) => name === 'document_link')) {
    await run('document_link', `update document_link set ended_at = now() where ended_at is null and ${where}`)
  }
  for (const { name, columns } of tables) {
    const leases = columns.filter((column) => column === 'lease_token' || column === 'lease_until')
    if (leases.length === 0) continue
    const free = leases.map((column) => `${column} = null`).join(', ')
    await run(name, `update ${pg.escapeIdentifier(name)} set ${free} where ${where}`)
  }
  const names = new Set(tables.map(({ name }) => name))
  const doubt = (table: string, also: string) =>
    run(
      table,
      `update ${table} set status = 'UNKNOWN', failure = to_jsonb($1::text), finished_at = now()
        where ${also} and status in ('PENDING', 'STARTED') and ${where}`,
      doubted,
    )
  // A database of an older version may not have them.
  if (names.has('invoice_sending')) await doubt('invoice_sending', "channel = 'MAIL'")
  if (names.has('mail')) await doubt('mail', 'true')
}

/** E-mails in this state are not sent automatically. */
const doubted = String(
  msg`The data was restored from a backup: it may have been sent since. Ask the customer, or look in the mail server.`,
)
