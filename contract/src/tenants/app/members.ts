import { z } from 'zod'

/** What orders and other systems name an entry by. */
export const Code = z.string().trim().min(1).max(100)
/** What people see of an entry. */
export const Name = z.string().trim().min(1).max(200).describe('What people see.')
/** Where an entry stands in lists. */
export const Rank = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe('Place in lists: lower first, equal ones by code.')

/** Members every kind has that is only named: by code in the interface, by name on screens. */
export const named = { code: Code.describe('Code that orders and other systems use for it.'), name: Name, rank: Rank }

/** A text of at most so many characters; empty when it is left out. */
export const textOf = (most: number, description: string) =>
  z.string().trim().max(most).default('').describe(description)

/** A text in capitals that follows a pattern; null when it is left out. */
export const patternText = (pattern: RegExp, error: string, description: string) =>
  z.string().trim().toUpperCase().regex(pattern, { error }).nullable().default(null).describe(description)
