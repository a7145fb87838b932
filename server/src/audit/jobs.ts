import type { Context } from '../context.ts'
import type { Job } from '../jobs/kinds.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Answers, createAnswers } from './answers.rules.ts'
import { type Fault, faultAtEnd, faultOf, type Head } from './chain.rules.ts'
import { secondsPerDay } from './store.ts'
import { findEnd, findHead, findKept, listLinks } from './views.ts'

/** Records checked per transaction. */
const batch = 2_000

/** The smallest possible number: a forged record may precede the first. */
const beforeAll = '-9223372036854775808'

/** Result of a trail check. */
export interface Verification {
  /** Number of intact records up to the first fault. */
  readonly records: number
  /** The last intact record. */
  readonly head: Head
  /** The first fault; null for an intact trail. */
  readonly fault: Fault | null
}

/**
 * Checks a tenant's whole trail (AUDIT-4), from its current beginning (AUDIT-8). Changes made meanwhile are checked
 * too.
 * @param known an end of the trail noted earlier, for example in the log: detects a trail truncated together with its
 * head
 */
export async function verifyTrail(ctx: Context, tenantId: string, known?: Head): Promise<Verification> {
  const { kept, end } = await ctx.db.asTenant(tenantId, async (tx) => ({
    kept: await findKept(tx),
    end: await findHead(tx),
  }))
  const answers = createAnswers(kept, end?.sequence ?? 0)
  let [last, records] = [kept, 0]
  for (;;) {
    const step = await checkBatch(ctx, tenantId, last, { known, answers })
    records += step.records
    last = step.last
    if (step.fault !== undefined || !step.isMore) {
      const fault = step.fault ?? faultAgainst(last, known) ?? answers.fault() ?? null
      return { records, head: { sequence: last.sequence, hash: last.hash }, fault }
    }
  }
}

interface Step {
  last: Head
  records: number
  fault?: Fault | undefined
  isMore: boolean
}

interface Against {
  known: Head | undefined
  answers: Answers
}

async function checkBatch(ctx: Context, tenantId: string, from: Head, { known, answers }: Against): Promise<Step> {
  const first = from.sequence === 0 ? beforeAll : from.sequence + 1
  // Without a time limit, because an interrupted check proves nothing about the trail.
  const links = await ctx.db.inSnapshot(tenantId, (tx) => listLinks(tx, first, batch))
  let [last, records] = [from, 0]
  for (const link of links) {
    const fault = faultOf(last, link, tenantId) ?? faultAgainstKnown(link, known)
    if (fault) {
      // A concurrent purge may have removed the next entries.
      const kept = await ctx.db.asTenant(tenantId, findKept)
      if (kept.sequence > last.sequence) return { last: kept, records, isMore: true }
      return { last, records, fault, isMore: false }
    }
    answers.note(link)
    records += 1
    last = link
  }
  if (links.length > 0) return { last, records, isMore: true }
  const { head, isMore } = await ctx.db.asTenant(tenantId, (tx) => findEnd(tx, last.sequence))
  // Records were added since the batch was read.
  if (isMore) return { last, records, isMore }
  return { last, records, fault: faultAtEnd(last, head), isMore: false }
}

function faultAgainstKnown(link: Head, known: Head | undefined): Fault | undefined {
  if (known === undefined || known.sequence !== link.sequence || known.hash === link.hash) return undefined
  const message = 'The record is not the noted entry: the trail was rewritten, here or earlier.'
  return { sequence: link.sequence, reason: 'unlinked', message }
}

function faultAgainst(last: Head, known: Head | undefined): Fault | undefined {
  if (known === undefined || known.sequence <= last.sequence) return undefined
  const message = 'The record is missing: the trail ends before the noted entry.'
  return { sequence: last.sequence + 1, reason: 'missing', message }
}

/**
 * Job (AUDIT-5): logs the end of the trail once a day, outside the reach of anyone who can change the database, and
 * queues itself again.
 */
export async function noteHead(ctx: Context, job: Job<'audit.note_head'>): Promise<void> {
  const head = await job.finishing(async (tx) => {
    await enqueue(tx, 'audit.note_head', {}, { inSeconds: secondsPerDay })
    return findHead(tx)
  })
  if (!head) return
  const facts = { tenant_id: job.tenantId, audit_sequence: head.sequence, audit_hash: head.hash }
  ctx.log.info(facts, 'end of the audit trail')
}
