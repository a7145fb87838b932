import { CallError } from '@cartage/contract/client'

/** Why a plan was not carried out. */
export interface RejectedPlan {
  /** HARD: it cannot be; SOFT: it can be overridden with a reason. */
  verdict: 'HARD' | 'SOFT'
  reasons: readonly string[]
}

/** The verdict on a plan, when that is why a command was rejected; undefined for everything else. */
export function rejectedPlanOf(error: unknown): RejectedPlan | undefined {
  const body = error instanceof CallError ? error.body : undefined
  if (body?.code !== 'plan_refused' && body?.code !== 'plan_doubtful') return undefined
  const reasons = [...new Set((body.errors ?? []).map(({ message }) => message))]
  return { verdict: body.code === 'plan_refused' ? 'HARD' : 'SOFT', reasons }
}
