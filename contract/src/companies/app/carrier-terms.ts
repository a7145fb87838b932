import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid } from '../../scalars.ts'

/** Days of the week, Monday first. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

/** Air temperature in a vehicle; clients of older versions send none. */
const degrees = z.number().min(-60).max(70).nullable().default(null)

/** Transport terms stated by a carrier (FIT-11). */
export const CarrierTerms = z
  .strictObject({
    max_weight_kg: z.number().positive().max(1_000_000).nullable().describe('Most kilograms on board; null: any.'),
    takes_adr: z.boolean().describe('Whether it takes dangerous goods.'),
    takes_tempered: z.boolean().describe('Whether it takes goods with a temperature.'),
    least_degrees: degrees.describe('Coldest that its equipment keeps goods, in degrees Celsius; null: any.'),
    most_degrees: degrees.describe('Warmest that it keeps them; null: any.'),
    takes_containers: z.boolean().describe('Whether it takes containers.'),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'is not a two-letter country code'))
      .max(60)
      .describe('Two-letter codes of the countries it drives in; none: any.'),
    days: z.array(z.enum(weekdays)).max(7).describe('Days of the week it drives on; none: any.'),
  })
  .refine(({ least_degrees: least, most_degrees: most }) => least === null || most === null || least <= most, {
    error: 'is colder than the coldest',
    path: ['most_degrees'],
  })
  .meta({ id: 'AppCarrierTerms' })
export type CarrierTerms = z.output<typeof CarrierTerms>

/** Default terms: without stated limits, a carrier takes everything. */
export const anyTerms: CarrierTerms = {
  ...{ max_weight_kg: null, takes_adr: true, takes_tempered: true, takes_containers: true },
  ...{ least_degrees: null, most_degrees: null },
  ...{ countries: [], days: [] },
}

const shared = {
  ...ofApplication,
  path: '/app/companies/{company_id}/carrier-terms',
  params: z.object({ company_id: Uuid.describe('Id of the company.') }),
  response: CarrierTerms,
} as const

/** Transport terms stated by a carrier. */
export const getCarrierTerms = endpoint({
  ...shared,
  id: 'getCarrierTerms',
  method: 'GET',
  permission: 'company.read',
  summary: 'Read what a carrier takes',
})

/** Replaces the transport terms of a carrier. */
export const putCarrierTerms = endpoint({
  ...shared,
  id: 'putCarrierTerms',
  method: 'PUT',
  permission: 'company.write',
  summary: 'Replace what a carrier takes',
  description: 'Planning and dispatch judge trips of this carrier by it from now on (FIT-11).',
  body: CarrierTerms,
})
