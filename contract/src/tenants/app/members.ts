import { z } from 'zod'

/** Code of an entry for orders and other systems. */
export const Code = z.string().trim().min(1).max(100)
/** Displayed name of an entry. */
export const Name = z.string().trim().min(1).max(200).describe('What people see.')
/** Position of an entry in lists. */
export const Rank = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe('Place in lists: lower first, equal ones by code.')

/** Members of kinds with only a code for the interface and a name for screens. */
export const named = { code: Code.describe('Code that orders and other systems use for it.'), name: Name, rank: Rank }

/** Text of limited length; defaults to empty. */
export const textOf = (most: number, description: string) =>
  z.string().trim().max(most).default('').describe(description)

/** Upper-case text matching a pattern; defaults to null. */
export const patternText = (pattern: RegExp, error: string, description: string) =>
  z.string().trim().toUpperCase().regex(pattern, { error }).nullable().default(null).describe(description)
