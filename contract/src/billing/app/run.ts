import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, windowMembers } from '../../listing.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Run statuses. */
export const invoiceRunStatuses = ['PROPOSING', 'PROPOSED', 'FINALISING', 'STOPPED', 'DONE'] as const

/** Work that a run bills. */
export const InvoiceRunFilter = z
  .object({
    up_to: SensibleDay.describe('Last day of the work.'),
    billing_entity_id: Uuid.nullable().default(null).describe('Only of this billing entity.'),
    company_ids: z.array(Uuid).max(2_000).default([]).describe('Only of these companies; empty: all.'),
    date: SensibleDay.describe('Day of the documents.'),
  })
  .meta({ id: 'AppInvoiceRunFilter' })
export type InvoiceRunFilter = z.output<typeof InvoiceRunFilter>

/** An invoice run. */
export const InvoiceRun = z
  .object({
    invoice_run_id: UuidOut.describe('Id of the run.'),
    filter: InvoiceRunFilter.describe('Which work it bills.'),
    status: z.enum(invoiceRunStatuses).describe('How far it is.'),
    done: z.int().min(0).describe('Orders drafted so far, or drafts finalised so far.'),
    total: z.int().min(0).describe('Drafts and documents of the run.'),
    finalised: z.int().min(0).describe('Documents of the run that are finalised.'),
    unsent: z
      .int()
      .min(0)
      .describe('Finalised documents of it that did not reach their customer and are not on their way.'),
    first_name: z.string().nullable().describe('First number of its documents; null before one is finalised.'),
    last_name: z.string().nullable().describe('Last number of its documents.'),
    sums: z
      .array(
        z.object({ currency: z.string().describe('Currency.'), amount: z.string().describe('Sum with tax, as text.') }),
      )
      .describe('Of its drafts and documents, by currency.'),
    rejected: z
      .array(
        z.object({
          id: UuidOut.describe('Id of the order or the draft.'),
          name: z.string().describe('Number of the order, or name of the company of the draft.'),
          code: z.string().describe('Why it was left out.'),
          message: z.string().describe('Why, and what to do next.'),
        }),
      )
      .describe('What was left out; at most the first 1,000.'),
    created_at: UtcInstant.describe('When it was started.'),
    updated_at: UtcInstant.describe('When it went on last.'),
  })
  .meta({ id: 'AppInvoiceRun' })
export type InvoiceRun = z.output<typeof InvoiceRun>

const shared = { ...ofApplication, permission: 'invoice.write' } as const
const named = z.object({ invoice_run_id: Uuid.describe('Id of the run.') })

/** Starts a run: drafts of all matching work. */
export const startInvoiceRun = endpoint({
  ...shared,
  id: 'startInvoiceRun',
  method: 'POST',
  path: '/app/invoice-runs',
  creates: 'header',
  summary: 'Start a run of invoices',
  description: 'Drafts are written in the background; the run says how far it is.',
  body: InvoiceRunFilter,
  response: InvoiceRun,
})

/** Runs, latest first. */
export const listInvoiceRuns = endpoint({
  ...ofApplication,
  id: 'listInvoiceRuns',
  method: 'GET',
  path: '/app/invoice-runs',
  summary: 'Runs of invoices',
  permission: 'invoice.read',
  query: z.object(windowMembers),
  response: listWindow(InvoiceRun),
})

/** One run. */
export const getInvoiceRun = endpoint({
  ...ofApplication,
  id: 'getInvoiceRun',
  method: 'GET',
  path: '/app/invoice-runs/{invoice_run_id}',
  summary: 'A run of invoices',
  permission: 'invoice.read',
  params: named,
  response: InvoiceRun,
})

/** Finalises the reviewed drafts of a run in the background. */
export const finaliseInvoiceRun = endpoint({
  ...ofApplication,
  id: 'finaliseInvoiceRun',
  method: 'POST',
  path: '/app/invoice-runs/{invoice_run_id}/finalise',
  summary: 'Finalise a run',
  description: 'Its drafts are finalised in the background. What cannot be finalised stays a draft and says why.',
  permission: 'invoice.finalise',
  params: named,
  body: z.object({
    only_reviewed: z.boolean().default(false).describe('Whether drafts that were not reviewed are left out.'),
  }),
  response: InvoiceRun,
})

/** Stops a run after its current batch. */
export const stopInvoiceRun = endpoint({
  ...shared,
  id: 'stopInvoiceRun',
  method: 'POST',
  path: '/app/invoice-runs/{invoice_run_id}/stop',
  summary: 'Stop a run',
  description: 'What is done stays done.',
  params: named,
  response: InvoiceRun,
})

/** Resumes a stopped run. */
export const resumeInvoiceRun = endpoint({
  ...shared,
  id: 'resumeInvoiceRun',
  method: 'POST',
  path: '/app/invoice-runs/{invoice_run_id}/resume',
  summary: 'Resume a run',
  params: named,
  response: InvoiceRun,
})
