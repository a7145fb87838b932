import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UtcInstant } from '../../scalars.ts'

/** Encryption of the connection. */
export const mailSecurities = ['TLS', 'STARTTLS'] as const

const mailbox = z
  .string()
  .trim()
  .max(320)
  .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    error: 'must be an e-mail address, such as invoices@haulier.example or Haulier <invoices@haulier.example>',
  })

const members = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[a-z0-9.-]+$/, { error: 'must be the name of a server, such as smtp.haulier.example' })
    .describe('Name of the server.'),
  port: z.int().min(1).max(65_535).describe('Port: usually 465 for TLS and 587 for STARTTLS.'),
  security: z.enum(mailSecurities).describe('TLS from the first byte, or STARTTLS.'),
  username: z.string().trim().min(1).max(200).nullable().describe('Name to sign in with; null for none.'),
  sender: mailbox.describe('Who documents come from.'),
  reply_to: mailbox.nullable().describe('Where answers go; null: to the sender.'),
}

/** Mail server that sends documents. */
export const MailServer = z
  .object({
    source: z
      .enum(['TENANT', 'OPERATOR', 'NONE'])
      .describe('Whose server it is. NONE: documents cannot be sent by e-mail.'),
    server: z
      .object({
        ...members,
        has_password: z.boolean().describe('Whether a password is stored; it is encrypted and never shown.'),
        updated_at: UtcInstant.describe('When it was set last.'),
      })
      .nullable()
      .describe('The server of the tenant; null when it has none.'),
  })
  .meta({ id: 'AppMailServer' })
export type MailServer = z.output<typeof MailServer>

/** Settings of a mail server. */
export const MailServerInput = z
  .strictObject({
    ...members,
    password: z.string().min(1).max(500).optional().describe('Password; the stored one stays when absent.'),
  })
  .meta({ id: 'AppMailServerInput' })
export type MailServerInput = z.output<typeof MailServerInput>

const path = '/app/mail-server'
const write = { ...ofApplication, permission: 'setting.write', path } as const

/** The mail server. */
export const getMailServer = endpoint({
  ...ofApplication,
  permission: 'setting.read',
  id: 'getMailServer',
  method: 'GET',
  path,
  summary: 'The mail server that documents are sent by',
  response: MailServer,
})

/** Sets the mail server. */
export const setMailServer = endpoint({
  ...write,
  id: 'setMailServer',
  method: 'PUT',
  summary: 'Set the mail server',
  body: MailServerInput,
  response: MailServer,
})

/** Removes the mail server. */
export const removeMailServer = endpoint({
  ...write,
  id: 'removeMailServer',
  method: 'DELETE',
  summary: 'Remove the mail server',
  description: 'Documents go by the mail server of the operator again.',
  status: 204,
})

/** Tests the mail server. */
export const testMailServer = endpoint({
  ...write,
  path: '/app/mail-server/test',
  id: 'testMailServer',
  method: 'POST',
  summary: 'Send a test e-mail',
  body: z.object({ address: z.email().max(200).describe('Where it goes.') }),
  response: z.object({
    is_sent: z.boolean().describe('Whether the mail server accepted it.'),
    message: z.string().nullable().describe('Why not.'),
  }),
})
