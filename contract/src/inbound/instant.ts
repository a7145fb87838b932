import { z } from 'zod'
import { isSensibleTime } from '../reading/sense.ts'
import { parseInstant } from '../scalars.ts'

/**
 * Instant of a past or future event. One without an offset is refused, because its zone is unknown (TIME-2). Written
 * back in UTC with milliseconds.
 */
export const OffsetInstant = z
  .string()
  .transform((text, ctx) => {
    const instant = text.length <= 100 && /(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim()) ? parseInstant(text) : undefined
    if (instant === undefined) {
      ctx.addIssue({ code: 'custom', message: 'must be an instant with offset, such as 2026-01-31T09:30:00Z' })
      return z.NEVER
    }
    return instant.toISOString()
  })
  .meta({ type: 'string', format: 'date-time' })

/** Instant with offset entered by a user, limited to sensible years (SENSE-3). */
export const SensibleOffsetInstant = OffsetInstant.refine(isSensibleTime, {
  error: 'must be in the years 2000 to 2099',
}).meta({ type: 'string', format: 'date-time' })
