import type { MailServerInput } from '@cartage/contract/billing/app/mail-server'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

/** Stored mail server of a tenant; its password is encrypted. */
export interface MailServerRow {
  host: string
  port: number
  security: 'TLS' | 'STARTTLS'
  username: string | null
  password: Buffer | null
  sender: string
  reply_to: string | null
  updated_at: string
}

const selectRow = statement(
  'billing.find_mail_server',
  `select host, port, security, username, password, sender, reply_to, ${instant('updated_at')} as updated_at
     from mail_server where tenant_id = $1`,
)

/** The mail server of the tenant; undefined when it has none. */
export async function findMailServer(tx: Tx): Promise<MailServerRow | undefined> {
  return (await tx.query<MailServerRow>(selectRow))[0]
}

const upsert = statement(
  'billing.set_mail_server',
  `insert into mail_server (tenant_id, host, port, security, username, password, sender, reply_to)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id) do update
      set host = excluded.host, port = excluded.port, security = excluded.security, username = excluded.username,
          password = excluded.password, sender = excluded.sender, reply_to = excluded.reply_to, updated_at = excluded.updated_at`,
)

/** Writes the mail server of the tenant. */
export async function writeMailServer(
  tx: Tx,
  { host, port, security, username, sender, reply_to }: Omit<MailServerInput, 'password'>,
  password: Buffer | null,
): Promise<void> {
  await tx.query(upsert, host, port, security, username, password, sender, reply_to)
}

const remove = statement('billing.remove_mail_server', 'delete from mail_server where tenant_id = $1')

/** Removes the mail server of the tenant. */
export async function deleteMailServer(tx: Tx): Promise<void> {
  await tx.query(remove)
}

const selectTenantName = statement('billing.find_tenant_name', 'select name from tenant where tenant_id = $1')

/** Name of the tenant. */
export async function findTenantName(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ name: string }>(selectTenantName)
  return row!.name
}
