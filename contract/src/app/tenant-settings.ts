import { z } from 'zod'

/** So many requests in any stretch of so many seconds. */
const Window = z.strictObject({
  seconds: z.int().min(1).max(86_400).describe('Length of the window.'),
  requests: z.int().min(1).max(100_000).describe('Most requests in it.'),
})

/** Whether a program knows the time zone; offsets such as +01:00 are none. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What a tenant has one of: the settings beside the kinds of `settings-kinds.ts`. */
export const TenantSettings = z
  .strictObject({
    time_zone: z
      .string()
      .refine(isTimeZone, { error: 'must be the name of a time zone, such as Europe/Brussels' })
      .describe('Time zone of the haulier.'),
    locale: z
      .string()
      .regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: 'must be a language, such as en or nl-BE' })
      .describe('Language where nothing else is said.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: 'must be a currency of ISO 4217, such as EUR' })
      .describe('Currency where nothing else is said.'),
    create_missing_companies: z.boolean().describe('Whether orders may name customers that do not exist yet.'),
    limits: z
      .strictObject({
        general: z.array(Window).max(20).describe('Windows of all requests; none: no limit.'),
        token: z.array(Window).max(20).describe('Windows of token requests; none: no limit.'),
      })
      .nullable()
      .describe('Request limits; null: the default ones.'),
  })
  .meta({ id: 'AppTenantSettings' })
export type TenantSettings = z.output<typeof TenantSettings>
