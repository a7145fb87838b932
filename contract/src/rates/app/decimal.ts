import { z } from 'zod'

const decimalShape = /^-?\d{1,12}(\.\d{1,9})?$/

/** Decimal as text, to stay exact: at most 12 digits before the point and 9 after it. */
export const Decimal = z.string().regex(decimalShape, { error: 'must be a decimal as text, such as 12.50' })

/** A decimal that is zero or more. */
export const Amount = Decimal.refine((text) => !text.startsWith('-'), { error: 'must not be negative' })

/** A decimal above zero. */
export const Positive = Amount.refine((text) => /[1-9]/.test(text), { error: 'must be above zero' })

/** Code of a tenant record. */
export const RateCode = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\d][\p{L}\d ._-]*$/u, { error: 'may contain letters, digits, spaces and . _ - only' })

/** ISO 4217 currency code. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, { error: 'must be a currency of ISO 4217, such as EUR' })
