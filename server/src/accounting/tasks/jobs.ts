import type { Context } from '../../context.ts'
import type { Job } from '../../jobs/kinds.ts'
import { postDocument } from './post.commands.ts'

/** Offers a finalised document to the accounting system (TASK-1). */
export async function postQueued(ctx: Context, job: Job<'accounting.post'>): Promise<void> {
  await job.finishing((tx) => postDocument(ctx, tx, job.payload.invoice_id))
}
