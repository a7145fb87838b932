import { z } from 'zod'
import { endpoint, ofApplication, userRoles } from '../../endpoint.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'
import { creditChecks } from './credit-check.ts'

const shared = { ...ofApplication, permission: 'task.read' } as const

/** Amounts by age of the overdue debt. */
const ages = {
  not_due: z.string().describe('Not due yet, as text.'),
  days_1_30: z.string().describe('1 to 30 days overdue, as text.'),
  days_31_60: z.string().describe('31 to 60 days overdue, as text.'),
  days_61_90: z.string().describe('61 to 90 days overdue, as text.'),
  over_90: z.string().describe('More than 90 days overdue, as text.'),
  open: z.string().describe('Sum, as text.'),
}

/** Debt of a company in one currency. */
export const Receivable = z
  .object({
    company_id: UuidOut.describe('Id of the company.'),
    company_name: z.string().describe('Name of the company.'),
    currency: z.string().describe('Currency of the amounts.'),
    ...ages,
    documents: z.int().min(0).describe('Documents that are not settled.'),
  })
  .meta({ id: 'AppReceivable' })
export type Receivable = z.output<typeof Receivable>

const receivableFilters = z.object({
  on: LocalDate.optional().describe('Day that ages are counted to; today when absent.'),
  billing_entity_id: Uuid.optional().describe('Only documents of this billing entity.'),
})

/** Aged receivables. */
export const listReceivables = endpoint({
  ...shared,
  id: 'listReceivables',
  method: 'GET',
  path: '/app/receivables',
  summary: 'Aged receivables',
  description: 'Open amounts of finalised sales documents, by company and currency, the largest overdue amount first.',
  query: receivableFilters,
  response: z.object({
    on: z.string().describe('Day that ages are counted to.'),
    items: z.array(Receivable).describe('Companies with open amounts.'),
    totals: z
      .array(Receivable.omit({ company_id: true, company_name: true }).meta({ id: 'AppReceivableTotal' }))
      .describe('Sums of each currency.'),
  }),
})

/** Aged receivables as a file. */
export const exportReceivables = endpoint({
  ...shared,
  id: 'exportReceivables',
  method: 'GET',
  path: '/app/receivables/csv',
  summary: 'Aged receivables as CSV',
  description: 'UTF-8 with a byte order mark, one line a company and currency, the largest overdue amount first.',
  query: receivableFilters,
  responseType: 'bytes',
})

/** Credit limit of a company and its use. */
export const CreditFigure = z
  .object({
    currency: z.string().describe('Currency of the company.'),
    open: z.string().describe('Open amount of finalised documents, with tax, as text.'),
    unbilled: z.string().describe('Work that is not billed yet, without tax, as text.'),
    ordered: z
      .string()
      .describe('Price, as far as it is known, of orders that are accepted, not completed and not on hold, as text.'),
    used: z.string().describe('Sum of the three, as text.'),
    limit: z.string().nullable().describe('Credit limit, as text; null for none.'),
    is_exceeded: z.boolean().describe('Whether more is used than the limit allows.'),
    check: z.enum(creditChecks).describe('What an order over the limit comes to.'),
  })
  .meta({ id: 'AppCreditFigure' })
export type CreditFigure = z.output<typeof CreditFigure>

/** Use of a company's credit limit. */
export const getCreditFigure = endpoint({
  ...shared,
  id: 'getCreditFigure',
  method: 'GET',
  path: '/app/receivables/{company_id}',
  summary: 'Credit of a company',
  params: z.object({ company_id: Uuid.describe('Id of the company.') }),
  response: CreditFigure,
})

/** Credit status of an order's payer, and its effect on the order. */
export const OrderCredit = z
  .object({
    comes_to: z
      .enum(['WARN', 'HOLD'])
      .describe('WARN: it takes who pays it over the credit limit; HOLD: it is on hold for that.'),
    payer: z
      .object({ company_id: UuidOut.describe('Its id.'), name: z.string().describe('Its name.') })
      .describe('Company that pays the order.'),
    figure: CreditFigure.describe(
      'What that company uses with this order and older ones; an order on hold does not count.',
    ),
    roles: z.array(z.enum(userRoles)).describe('Roles of those who may release credit.'),
  })
  .meta({ id: 'AppOrderCredit' })
export type OrderCredit = z.output<typeof OrderCredit>

/** Credit status of an order's payer, and its effect on the order. */
export const getOrderCredit = endpoint({
  ...shared,
  id: 'getOrderCredit',
  method: 'GET',
  path: '/app/orders/{order_id}/credit',
  summary: 'Credit of who pays an order',
  description: 'As it is now: what is paid meanwhile counts. Orders that are completed or cancelled have none.',
  permission: 'charge.read',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  response: z
    .object({ credit: OrderCredit.nullable().describe('Null where nothing is over a limit.') })
    .meta({ id: 'AppOrderCreditAnswer' }),
})
