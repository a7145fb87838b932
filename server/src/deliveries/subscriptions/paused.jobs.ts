import { sendLetter } from '../../auth/users/mail.gateway.ts'
import { listAdminAddresses } from '../../auth/users/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { pausedLetter } from './paused.rules.ts'
import { findPausedEndpoint } from './paused.views.ts'

/** Notifies the Super admins that Cartage itself has paused an endpoint; does nothing if no mail is configured. */
export async function announcePause(ctx: Context, tx: Tx, subscriptionId: string, reason: string): Promise<void> {
  if (ctx.config.smtp_url === undefined) return
  await enqueue(tx, 'deliveries.tell_paused', { subscription_id: subscriptionId, reason })
  tx.afterCommit(() => ctx.wake('jobs'))
}

/**
 * Job: one e-mail per pause, to all Super admins of the tenant who can log in.
 * @throws when the mail server rejected it, so that it is retried
 */
export async function notifyPaused(ctx: Context, job: Job<'deliveries.tell_paused'>): Promise<void> {
  const { subscription_id, reason } = job.payload
  const [endpoint, addresses] = await ctx.db.asWorker(job.tenantId, (tx) =>
    Promise.all([findPausedEndpoint(tx, subscription_id), listAdminAddresses(tx)]),
  )
  // Resumed before the e-mail was sent: it would be a false alarm.
  if (endpoint === undefined || addresses.length === 0) return
  const page = `${ctx.config.public_url ?? ''}/settings/receivers`
  const letter = pausedLetter(addresses, endpoint, reason, page)
  if ((await sendLetter(ctx, letter)) === 'failed') throw new Error('the mail server did not accept the e-mail')
}
