import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'

/** Kinds of jobs and what each is told. One line here for a new one; `feature.verb_noun`. */
export interface JobPayloads {
  /** Writes the end of the audit trail into the log, and puts itself in line for tomorrow. */
  'audit.note_head': Record<string, never>
  /** Deletes what is older than is kept, and puts itself in line for tomorrow. */
  'deliveries.purge_expired': Record<string, never>
}

export type JobKind = keyof JobPayloads

/** One job as its handler gets it. */
export interface Job<Kind extends JobKind = JobKind> {
  readonly tenantId: string
  readonly jobId: string
  readonly payload: JobPayloads[Kind]
  /** From 1. */
  readonly attempt: number
  /**
   * Runs the job's one writing transaction and takes the job out of the line in it, so that work and end commit
   * together. A job that never calls it ends when its handler returns.
   */
  finishing<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Does one job. Throwing means: again later, and dead after the last attempt. */
export type JobHandler<Kind extends JobKind> = (ctx: Context, job: Job<Kind>) => Promise<void>

/** One handler for each kind, put together in app.ts from the features' jobs. */
export type JobHandlers = { readonly [Kind in JobKind]: JobHandler<Kind> }
