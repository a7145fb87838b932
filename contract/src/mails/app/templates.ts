import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { languages } from '../../reading/languages.ts'
import { UtcInstant, Uuid } from '../../scalars.ts'

/** E-mail kinds with a template. */
export const mailKinds = ['ORDER_CONFIRMATION', 'DISPATCH', 'DELAY', 'PROOF_REQUEST'] as const
export const MailKind = z.enum(mailKinds).meta({ id: 'AppMailKind' })
export type MailKind = z.output<typeof MailKind>

/** Members of a stop in templates. */
const stopMembers = ['number', 'activity', 'place', 'address', 'date', 'window', 'reference', 'note', 'order'] as const
const goodsMembers = ['quantity', 'packaging', 'description', 'weight_kg', 'loading_meters'] as const
const shared = ['recipient.name', 'sender.name', 'sender.phone', 'sender.email'] as const
const listed = (name: string, members: readonly string[]) => members.map((member) => `${name}[].${member}`)
const ofOrder = ['order.number', 'order.reference', 'order.container'] as const

/**
 * All variables of each kind: `stops[].place` is a member of each list item. A template with any other variable is
 * rejected when saved (MAIL-1).
 */
export const mailVariables: Readonly<Record<MailKind, readonly string[]>> = {
  ORDER_CONFIRMATION: [...shared, ...ofOrder, ...listed('stops', stopMembers), ...listed('goods', goodsMembers)],
  DISPATCH: [
    ...[...shared, 'trip.name', 'trip.note', 'trip.vehicle', 'trip.begin'],
    ...[...listed('stops', stopMembers), ...listed('goods', goodsMembers)],
  ],
  DELAY: [
    ...[...shared, ...ofOrder],
    ...['stop.activity', 'stop.place', 'stop.address', 'stop.date', 'stop.window', 'stop.reference'],
    ...['stop.expected', 'stop.late_minutes'],
  ],
  PROOF_REQUEST: [
    ...[...shared, ...ofOrder, 'trip.name', 'trip.vehicle', 'proof.reason'],
    ...['stop.activity', 'stop.place', 'stop.address', 'stop.date', 'stop.window', 'stop.reference'],
  ],
}

/** Maximum length of a template's subject and body in characters. */
export const longestSubject = 300
export const longestBody = 20_000

const texts = {
  subject: z.string().trim().min(1).max(longestSubject).describe('Subject, as a template.'),
  body: z.string().min(1).max(longestBody).describe('Text, as a template: plain text with {{ variables }}.'),
}

/** Template of an e-mail in one language. */
export const MailTemplate = z
  .object({
    kind: MailKind.describe('Which e-mail.'),
    language: z.enum(languages).describe('Language of its readers.'),
    ...texts,
    is_builtin: z.boolean().describe('Whether it is the text that Cartage brings along.'),
    updated_at: UtcInstant.nullable().describe('When it was last updated; null for built-in texts.'),
  })
  .meta({ id: 'AppMailTemplate' })
export type MailTemplate = z.output<typeof MailTemplate>

/** Rendered e-mail. */
export const MailPreview = z
  .object({
    subject: z.string().describe('Subject.'),
    body: z.string().describe('Text.'),
    about: z
      .string()
      .nullable()
      .describe('Number of the order or name of the trip it was written with; null: an example.'),
  })
  .meta({ id: 'AppMailPreview' })
export type MailPreview = z.output<typeof MailPreview>

const named = z.object({
  mail_kind: MailKind.describe('Which e-mail.'),
  language: z.enum(languages).describe('Language of its readers.'),
})

/** All templates. */
export const listMailTemplates = endpoint({
  ...ofApplication,
  id: 'listMailTemplates',
  method: 'GET',
  path: '/app/mail-templates',
  permission: 'setting.read',
  summary: 'Mail templates',
  description: 'Every kind in every language: the own text, else the built-in one.',
  response: z.object({ items: z.array(MailTemplate).describe('By kind and language.') }),
})

/** Saves a template. */
export const setMailTemplate = endpoint({
  ...ofApplication,
  id: 'setMailTemplate',
  method: 'PUT',
  path: '/app/mail-templates/{mail_kind}/{language}',
  permission: 'setting.write',
  summary: 'Write a mail template',
  description: 'Faults are rejected with their line. E-mails that were requested already keep their text.',
  params: named,
  body: z.object(texts),
  response: MailTemplate,
})

/** Restores the built-in template. */
export const resetMailTemplate = endpoint({
  ...ofApplication,
  id: 'resetMailTemplate',
  method: 'DELETE',
  path: '/app/mail-templates/{mail_kind}/{language}',
  permission: 'setting.write',
  summary: 'Reset a mail template to the built-in text',
  params: named,
  response: MailTemplate,
})

/** Previews a template with a record. */
export const previewMailTemplate = endpoint({
  ...ofApplication,
  id: 'previewMailTemplate',
  method: 'POST',
  path: '/app/mail-templates/{mail_kind}/{language}/preview',
  permission: 'setting.write',
  summary: 'Preview a mail template',
  description:
    'With the latest order or trip of the organisation, or an example where there is none that fits. Nothing is stored.',
  params: named,
  body: z.object({
    ...texts,
    order_id: Uuid.nullable().default(null).describe('Order to write about, for kinds about orders; null: the latest.'),
  }),
  response: MailPreview,
})
