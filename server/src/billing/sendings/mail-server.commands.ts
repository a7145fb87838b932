import type { MailServer, MailServerInput } from '@cartage/contract/billing/app/mail-server'
import { msg, type Sentence } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type MailServer as Server, sendMail, sharedMailServer } from '../../net/mail.ts'
import {
  deleteMailServer,
  findMailServer,
  findTenantName,
  type MailServerRow,
  writeMailServer,
} from './mail-server.store.ts'
import { takeShared } from './shared-mail.commands.ts'

const placeOf = (tenantId: string) => `mail_server|password|${tenantId}`

/** The mail server for display, without its password. */
export async function readMailServer(ctx: Context, tx: Tx): Promise<MailServer> {
  const row = await findMailServer(tx)
  if (!row) return { source: sharedMailServer(ctx.config, '') ? 'OPERATOR' : 'NONE', server: null }
  const { password, ...server } = row
  return { source: 'TENANT', server: { ...server, has_password: password !== null } }
}

/**
 * The mail server for a tenant's e-mails: its own, else the operator's with the sender address for tenants; undefined
 * if there is none (BILL-35, MAIL-11).
 */
export async function mailServerOf(ctx: Context, tx: Tx): Promise<Server | undefined> {
  const row = await findMailServer(tx)
  return row ? opened(ctx, tx.tenantId, row) : sharedMailServer(ctx.config, await findTenantName(tx))
}

function opened(ctx: Context, tenantId: string, row: MailServerRow): Server {
  const { host, port, security, username, password, sender, reply_to } = row
  const login =
    username !== null && password !== null
      ? { username, password: ctx.vault.open(password, placeOf(tenantId)).toString() }
      : null
  return { host, port, security, login, sender, replyTo: reply_to, whose: { tenant_id: tenantId }, plain: 'anywhere' }
}

/**
 * Sets the mail server of a tenant. Without a new password the stored one stays, if server and username are the same.
 * @throws Problem validation_failed
 */
export async function setMailServer(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  { password, ...server }: MailServerInput,
): Promise<MailServer> {
  await checkReachable(ctx, tenantId, server)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await findMailServer(tx)
    const sealed = password === undefined ? keptPassword(before, server) : seal(ctx, tenantId, server, password)
    if (server.username !== null && sealed === null) throw invalid('password', 'Enter the password.', 'missing')
    await writeMailServer(tx, server, sealed)
    const after = { ...server, has_password: sealed !== null }
    await recordChanges(tx, by, [
      { ...about(tx), action: before ? 'updated' : 'created', before: shown(before), after },
    ])
    return await readMailServer(ctx, tx)
  })
}

function seal(ctx: Context, tenantId: string, { username }: Pick<MailServerRow, 'username'>, password: string) {
  return username === null ? null : ctx.vault.seal(Buffer.from(password), placeOf(tenantId))
}

/** A password is only sent to the server it was entered for. */
function keptPassword(before: MailServerRow | undefined, { host, username }: Pick<MailServerRow, 'host' | 'username'>) {
  if (username === null || before?.username !== username || before.host !== host) return null
  return before.password
}

async function checkReachable(
  ctx: Context,
  tenantId: string,
  { host, port, security }: Pick<MailServerRow, 'host' | 'port' | 'security'>,
) {
  const url = `${security === 'TLS' ? 'smtps' : 'smtp'}://${host}:${port}`
  if (!URL.canParse(url))
    throw invalid('host', 'Enter the name of a server, such as smtp.haulier.example.', 'address_invalid')
  await ctx.net.connect(url, { tenant_id: tenantId }).then(
    (socket) => socket.destroy(),
    (error: Error) => {
      throw invalid('host', msg`The mail server cannot be reached: ${error.message}`, 'address_refused')
    },
  )
}

function invalid(member: string, message: Sentence, code: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(member, message, code)] })
}

/** Removes the mail server of a tenant, so that documents use the operator's again. */
export async function removeMailServer(ctx: Context, { tenantId, by }: { tenantId: string; by: By }): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await findMailServer(tx)
    if (!before) return
    await deleteMailServer(tx)
    await recordChanges(tx, by, [{ ...about(tx), action: 'deleted', before: shown(before), after: null }])
  })
}

function about({ tenantId }: Tx) {
  return { entity_type: 'mail_server', entity_id: tenantId }
}

function shown(row: MailServerRow | undefined) {
  if (!row) return null
  const { password, updated_at: _updated, ...members } = row
  return { ...members, has_password: password !== null }
}

/**
 * Sends a test e-mail by the mail server used for documents.
 * @throws Problem mail_server_missing
 */
export async function testMailServer(
  ctx: Context,
  tenantId: string,
  address: string,
): Promise<{ is_sent: boolean; message: string | null }> {
  const { server, refusal } = await ctx.db.asTenant(tenantId, async (tx) => {
    const server = await mailServerOf(ctx, tx)
    if (!server) throw new Problem('mail_server_missing')
    return { server, refusal: await takeShared(ctx, tx, server, address) }
  })
  if (refusal) return { is_sent: false, message: String(refusal) }
  const test = { subject: 'Cartage', text: 'This mail server sends your documents.' }
  const result = await sendMail(ctx.net, server, { to: address, ...test })
  return { is_sent: result.outcome === 'sent', message: result.outcome === 'sent' ? null : result.reason }
}
