import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UuidOut } from '../../scalars.ts'

/** Match results of a bank statement line. */
export const statementStates = ['FULL', 'PART', 'OVER', 'GUESS', 'RECORDED', 'UNKNOWN', 'OUTGOING'] as const
export type StatementState = (typeof statementStates)[number]

/** Maximum length of a statement in characters. */
export const longestStatement = 4 * 1024 * 1024

/** Bank statement line with the invoices that it pays. */
export const StatementLine = z
  .object({
    booked_on: z.string().describe('Day it was booked.'),
    amount: z.string().describe('Amount, negative where it went out, as text.'),
    currency: z.string().describe('Currency.'),
    name: z.string().nullable().describe('Who paid.'),
    account: z.string().nullable().describe('Account it came from.'),
    text: z.string().describe('What the payer wrote.'),
    state: z
      .enum(statementStates)
      .describe(
        'FULL: pays what is open. PART: pays less. OVER: pays more. GUESS: only payer and amount fit. RECORDED: a payment of this ' +
          'day and amount is recorded. UNKNOWN: no invoice was found. OUTGOING: it went out.',
      ),
    invoices: z
      .array(
        z.object({
          invoice_id: UuidOut.describe('Id of the invoice.'),
          document: z.string().describe('Its number.'),
          company_name: z.string().describe('Its customer.'),
          open: z.string().describe('What is open of it, as text.'),
          pays: z.string().describe('What the line pays of it, as text.'),
        }),
      )
      .describe('Invoices that it pays.'),
  })
  .meta({ id: 'AppStatementLine' })
export type StatementLine = z.output<typeof StatementLine>

/** Parses a bank statement and matches its lines to invoices. */
export const readBankStatement = endpoint({
  ...ofApplication,
  permission: 'task.write',
  id: 'readBankStatement',
  method: 'POST',
  path: '/app/bank-statements/read',
  summary: 'Read a bank statement',
  description:
    'CAMT.053 or MT940. Nothing is stored: payments are recorded with `createPayment`. Invoices are found by their payment ' +
    'reference or number; lines whose payment is recorded say so.',
  body: z.object({ text: z.string().min(1).max(longestStatement).describe('The file.') }),
  bodyLimit: 2 * longestStatement,
  response: z.object({
    format: z.enum(['CAMT053', 'MT940']).describe('Format of the file.'),
    lines: z.array(StatementLine).describe('Its lines, in its order.'),
  }),
})
