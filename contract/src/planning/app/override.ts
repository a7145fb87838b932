import { z } from 'zod'

/** Why an overridable objection does not apply. */
export const Override = z
  .object({ reason: z.string().trim().min(1).max(500).describe('Why it is right nevertheless; kept.') })
  .nullish()
