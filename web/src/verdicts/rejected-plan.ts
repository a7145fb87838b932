import { CallError } from '@cartage/contract/client'

/** Why a plan was not carried out. */
export interface RejectedPlan {
  /** HARD: not possible. SOFT: can be overridden with a reason. */
  verdict: 'HARD' | 'SOFT'
  reasons: readonly { message: string; code?: string | undefined }[]
}

/** Verdict on a plan, if it is why a command was rejected. Otherwise undefined. */
export function rejectedPlanOf(error: unknown): RejectedPlan | undefined {
  const body = error instanceof CallError ? error.body : undefined
  if (body?.code !== 'plan_refused' && body?.code !== 'plan_doubtful') return undefined
  const reasons = (body.errors ?? []).map(({ message, detail }) => ({ message, code: codeIn(detail) }))
  // Each order on the trip reports the same reason.
  const each = new Map(reasons.map((reason) => [reason.message, reason]))
  return { verdict: body.code === 'plan_refused' ? 'HARD' : 'SOFT', reasons: [...each.values()] }
}

function codeIn(detail: unknown): string | undefined {
  const code = typeof detail === 'object' && detail !== null && 'code' in detail ? detail.code : undefined
  return typeof code === 'string' ? code : undefined
}
