import { t } from '@lingui/core/macro'
import type { z } from 'zod'

/**
 * Validation errors by path, in the user's language. Messages of the contract itself are English and left to the
 * server, which translates them.
 */
export function schemaFaults(schema: z.ZodType, values: unknown): Record<string, string> {
  const ours = new Set<string>()
  const result = schema.safeParse(values, {
    error: (issue) => {
      const text = faultText(issue)
      if (text !== undefined) ours.add(text)
      return text
    },
  })
  const issues = result.error?.issues.filter(({ message }) => ours.has(message)) ?? []
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed())
}

function faultText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue.expected, issue.input)
    case 'too_small':
      return leastText(issue.origin, Number(issue.minimum), issue.inclusive)
    case 'too_big':
      return mostText(issue.origin, Number(issue.maximum), issue.inclusive)
    case 'invalid_value':
      return t`Choose a value from the list.`
    case 'invalid_format':
      return issue.format === 'url' ? t`Enter a web address, such as https://example.com.` : undefined
    default:
      return undefined
  }
}

function typeText(expected: string, input: unknown): string | undefined {
  if (expected === 'int') return t`Enter a whole number.`
  if (expected === 'number') return t`Enter a number.`
  return input === undefined || input === null ? t`Enter a value.` : undefined
}

function leastText(origin: string, least: number, isInclusive: boolean | undefined): string | undefined {
  if (origin === 'string') return least === 1 ? t`Enter a value.` : t`At least ${least} characters.`
  if (origin === 'array') return t`At least ${least} entries.`
  return isInclusive === false ? t`More than ${least}.` : t`At least ${least}.`
}

function mostText(origin: string, most: number, isInclusive: boolean | undefined): string | undefined {
  if (origin === 'string') return t`At most ${most} characters.`
  if (origin === 'array') return t`At most ${most} entries.`
  return isInclusive === false ? t`Less than ${most}.` : t`At most ${most}.`
}
