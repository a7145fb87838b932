import { z } from 'zod'

/** Why something is right although a reason against it can be overridden. */
export const Override = z
  .object({ reason: z.string().trim().min(1).max(500).describe('Why it is right nevertheless; kept.') })
  .nullish()
