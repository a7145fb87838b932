import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** E-mail kinds that can be sent automatically. */
export const automaticMailKinds = ['ORDER_CONFIRMATION', 'DISPATCH', 'DELAY'] as const
export const AutomaticMailKind = z.enum(automaticMailKinds).meta({ id: 'AppAutomaticMailKind' })
export type AutomaticMailKind = z.output<typeof AutomaticMailKind>

/** Origins of orders. */
export const mailOrigins = ['API', 'SCREEN', 'PORTAL'] as const
export type MailOrigin = (typeof mailOrigins)[number]

const ruleMembers = {
  is_on: z.boolean().describe('Whether it is sent by itself to companies without a choice of their own.'),
  origins: z
    .array(z.enum(mailOrigins))
    .describe('Confirmations: ways of orders that are confirmed. API includes webhooks. Empty for the others.'),
  late_minutes: z
    .int()
    .min(1)
    .max(1_440)
    .describe(
      'Delays: minutes after the window from which it is sent, and by which a delay grows before it is sent again.',
    ),
}

/** Rule for an automatic e-mail. */
export const MailRule = z
  .object({
    kind: AutomaticMailKind.describe('Which e-mail.'),
    ...ruleMembers,
    begins_at: UtcInstant.nullable().describe('What came before is not written about; null while it was never set.'),
  })
  .meta({ id: 'AppMailRule' })
export type MailRule = z.output<typeof MailRule>

/** Automatic e-mail settings of a company. */
export const MailChoice = z
  .object({
    kind: AutomaticMailKind.describe('Which e-mail.'),
    is_on: z.boolean().nullable().describe('Null: as the organisation has it.'),
    address: z.string().nullable().describe('E-mail address; null: the contact with a fitting role.'),
  })
  .meta({ id: 'AppMailChoice' })
export type MailChoice = z.output<typeof MailChoice>

/** An e-mail that is due now. */
export const DueMail = z
  .object({
    kind: AutomaticMailKind.describe('Which e-mail.'),
    order_id: UuidOut.nullable().describe('Order it is about; null when it is about a trip.'),
    trip_id: UuidOut.nullable().describe('Trip it is about; null when it is about an order.'),
    about: z.string().describe('Number of the order, or name of the trip.'),
    company_name: z.string().describe('Who gets it.'),
    address: z.string().nullable().describe('E-mail address; null: none is known, so it would fail.'),
    late_minutes: z.int().nullable().describe('Delays: minutes after the window.'),
  })
  .meta({ id: 'AppDueMail' })
export type DueMail = z.output<typeof DueMail>

const named = z.object({ mail_kind: AutomaticMailKind.describe('Which e-mail.') })

/** Rules for automatic e-mails. */
export const listMailRules = endpoint({
  ...ofApplication,
  id: 'listMailRules',
  method: 'GET',
  path: '/app/mail-rules',
  permission: 'setting.read',
  summary: 'E-mails that are sent by themselves',
  response: z.object({ items: z.array(MailRule).describe('One for each kind.') }),
})

/** Sets the rule of an automatic e-mail. */
export const setMailRule = endpoint({
  ...ofApplication,
  id: 'setMailRule',
  method: 'PUT',
  path: '/app/mail-rules/{mail_kind}',
  permission: 'setting.write',
  summary: 'Say when an e-mail is sent by itself',
  description: 'Only about what comes from now on.',
  params: named,
  body: z.object(ruleMembers),
  response: MailRule,
})

/** Previews the e-mails of a rule. */
export const previewMailRule = endpoint({
  ...ofApplication,
  id: 'previewMailRule',
  method: 'POST',
  path: '/app/mail-rules/{mail_kind}/preview',
  permission: 'setting.write',
  summary: 'See what a rule would send',
  description:
    'About the orders and dispatches of the last 24 hours, and about the delays of now, with the choices of companies. Nothing is sent.',
  params: named,
  body: z.object(ruleMembers),
  response: z.object({ items: z.array(DueMail).describe('At most 50.') }),
})

const ofCompany = { company_id: Uuid.describe('Id of the company.') }

/** Automatic e-mails of a company. */
export const listMailChoices = endpoint({
  ...ofApplication,
  id: 'listMailChoices',
  method: 'GET',
  path: '/app/companies/{company_id}/mail-choices',
  permission: 'company.read',
  summary: 'E-mails that a company gets by themselves',
  params: z.object(ofCompany),
  response: z.object({ items: z.array(MailChoice).describe('One for each kind.') }),
})

/** Sets an automatic e-mail of a company. */
export const setMailChoice = endpoint({
  ...ofApplication,
  id: 'setMailChoice',
  method: 'PUT',
  path: '/app/companies/{company_id}/mail-choices/{mail_kind}',
  permission: 'company.write',
  summary: 'Say whether a company gets an e-mail by itself',
  params: z.object({ ...ofCompany, mail_kind: AutomaticMailKind.describe('Which e-mail.') }),
  body: z.object({
    is_on: z.boolean().nullable().describe('Null: as the organisation has it.'),
    address: z.string().trim().max(200).nullable().describe('E-mail address; null: the contact with a fitting role.'),
  }),
  response: MailChoice,
})
