import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueue } from '../../jobs/queue.ts'

/** Queues an e-mail. */
export async function queueMail(ctx: Context, tx: Tx, mailId: string, inSeconds: number): Promise<void> {
  await enqueue(tx, 'mails.send', { mail_id: mailId }, { serialKey: `mail ${mailId}`, inSeconds })
  if (inSeconds === 0) tx.afterCommit(() => ctx.wake('jobs'))
}
