import { msg, type Sentence } from '@cartage/contract/message'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import type { MailServer } from '../../net/mail.ts'
import { countMail, isKnownAddress } from './shared-mail.store.ts'

const unknownAddress = msg`Without a mail server of your own, e-mails go only to addresses of your companies, their contacts and your users. Add the address to a company, or enter a mail server in the settings.`

/** Why an e-mail may not be sent to an address by this server (MAIL-12); undefined if it may. */
async function reasonAgainst(tx: Tx, { whose }: MailServer, address: string): Promise<Sentence | undefined> {
  if (whose !== 'operator' || (await isKnownAddress(tx, address))) return undefined
  return unknownAddress
}

/** @throws Problem recipient_unknown if an e-mail may not be sent to this address by this server (MAIL-12) */
export async function checkRecipient(tx: Tx, server: MailServer, address: string): Promise<void> {
  const message = await reasonAgainst(tx, server, address)
  if (message !== undefined) throw new Problem('recipient_unknown', { message })
}

/**
 * Takes one e-mail from the quota of this server, in the transaction that starts it. A tenant's own server is
 * unlimited; the operator's accepts only known addresses (MAIL-12), and a number per day (MAIL-13).
 * @returns why not; undefined if it may be sent
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
