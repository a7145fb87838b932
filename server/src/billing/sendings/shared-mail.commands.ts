import { msg, type Sentence } from '@cartage/contract/message'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import type { MailServer } from '../../net/mail.ts'
import { countMail, isKnownAddress } from './shared-mail.store.ts'

const unknownAddress = msg`Without a mail server of your own, e-mails go only to addresses of your companies, their contacts and your users. Add the address to a company, or enter a mail server in the settings.`

/** Why an e-mail may not go to an address by this server (MAIL-12); undefined when it may. */
async function reasonAgainst(tx: Tx, { whose }: MailServer, address: string): Promise<Sentence | undefined> {
  if (whose !== 'operator' || (await isKnownAddress(tx, address))) return undefined
  return unknownAddress
}

/** @throws Problem recipient_unknown when an e-mail may not go to this address by this server (MAIL-12) */
export async function checkRecipient(tx: Tx, server: MailServer, address: string): Promise<void> {
  const message = await reasonAgainst(tx, server, address)
  if (message !== undefined) throw new Problem('recipient_unknown', { message })
}

/**
 * Takes the right to send one e-mail by this server, in the transaction that begins it. That of a tenant has no limit; by that of the
 * operator only known addresses are written to (MAIL-12), and so many a day (MAIL-13).
 * @returns why not; undefined when it may be sent
 */
export async function takeShared(
  ctx: Context,
  tx: Tx,
  server: MailServer,
  address: string,
): Promise<Sentence | undefined> {
  if (server.whose !== 'operator') return undefined
  const refusal = await reasonAgainst(tx, server, address)
  if (refusal !== undefined) return refusal
  const most = ctx.config.smtp_tenant_per_day
  if ((await countMail(tx, most)) > 0) return undefined
  return msg`Today ${most} e-mails were sent by the mail server of the operator, which is the most. Enter a mail server in the settings, or send again tomorrow.`
}
