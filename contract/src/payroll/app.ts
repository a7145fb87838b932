import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { languages } from '../reading/languages.ts'
import { UtcInstant, Uuid, UuidOut } from '../scalars.ts'

/** Payroll export columns, in display order. */
export const payrollColumns = [
  ...(['driver', 'personnel_number', 'month', 'day', 'source'] as const),
  ...(['driving', 'work', 'availability', 'rest', 'unknown', 'duty'] as const),
  ...(['night', 'sunday', 'public_holiday'] as const),
  ...(['holiday_days', 'lieu_days', 'sickness_days', 'accident_days'] as const),
  ...(['unemployment_days', 'training_days', 'other_absence_days', 'absences'] as const),
  ...(['away', 'nights_away', 'countries', 'allowance', 'allowance_codes'] as const),
] as const
export type PayrollColumn = (typeof payrollColumns)[number]

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day, such as 22:00' })

const Column = z.strictObject({
  column: z.enum(payrollColumns).describe('What it says.'),
  heading: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^=+\-@\t\r\n]/, { error: 'must not begin like a formula' })
    .nullable()
    .default(null)
    .describe('Its heading in the file; null: the name of the column in the language of who downloads it.'),
})

const Allowance = z.strictObject({
  code: z.string().trim().min(1).max(30).describe('Code of the kind of wage in payroll.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'must be a country of ISO 3166-1, such as BE' })
    .nullable()
    .default(null)
    .describe('Country of stay; null: every country without a row of its own.'),
  hours_from: z.number().min(0).max(24).describe('From so many hours away from home in a day; 24: the whole day.'),
  amount: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,2})?$/, { error: 'must be an amount, such as 28.00' })
    .describe('Amount a day in the currency of the organisation, as text.'),
})

const isOnce = (values: readonly string[]) => new Set(values).size === values.length

/** How hours are calculated for payroll, and the format of the export (PAYROLL-6). */
export const PayrollSettings = z
  .strictObject({
    columns: z
      .array(Column)
      .min(1)
      .max(40)
      .refine((columns) => isOnce(columns.map(({ column }) => column)), { error: 'must have each column once' })
      .refine((columns) => isOnce(columns.flatMap(({ heading }) => heading ?? [])), {
        error: 'must not have the same heading twice',
      })
      .describe('Columns of the file in their order.'),
    separator: z.enum(['COMMA', 'SEMICOLON', 'TAB']).describe('What is between columns.'),
    decimal: z.enum(['COMMA', 'POINT']).describe('How decimals are written.'),
    hours_as: z.enum(['DECIMAL', 'CLOCK', 'MINUTES']).describe('How hours are written: 7,50, 7:30 or 450.'),
    night_from: ClockTime.describe('When the night begins, by the clock of the organisation.'),
    night_to: ClockTime.describe('When it ends.'),
    holiday_country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'must be a country of ISO 3166-1, such as BE' })
      .nullable()
      .describe('Home of drivers without a start location: its public holidays count; null: not known.'),
    absence_weekdays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .overwrite((days) => [...new Set(days)].sort((one, other) => one - other))
      .describe('Days of the week on which absence counts; 1 is Monday.'),
    home_km: z.int().min(1).max(500).describe('Kilometres around home in which a driver rests at home.'),
    allowances: z
      .array(Allowance)
      .max(300)
      .refine((rows) => isOnce(rows.map(({ country, hours_from }) => `${country} ${hours_from}`)), {
        error: 'must have one row for each country and number of hours',
      })
      .describe('Daily allowances: of the rows of the country of stay, the one with the most hours counts.'),
  })
  .meta({ id: 'AppPayrollSettings' })
export type PayrollSettings = z.output<typeof PayrollSettings>

/** Defaults: a format that continental spreadsheet programs open, and no allowances. */
export const defaultPayrollSettings: PayrollSettings = {
  columns: payrollColumns.map((column) => ({ column, heading: null })),
  separator: 'SEMICOLON',
  decimal: 'COMMA',
  hours_as: 'DECIMAL',
  night_from: '22:00',
  night_to: '06:00',
  holiday_country: null,
  absence_weekdays: [1, 2, 3, 4, 5],
  home_km: 30,
  allowances: [],
}

/** Sources of a row's figures. */
export const payrollSources = ['CARD', 'STOPS', 'PLAN'] as const
export type PayrollSource = (typeof payrollSources)[number]

const PayrollRow = z.object({
  driver_id: UuidOut.describe('Id of the driver.'),
  driver: z.string().describe('Name of the driver.'),
  day: z.string().nullable().describe('The day; null: all of the month.'),
  sources: z
    .array(z.enum(payrollSources))
    .describe('CARD: driver card. STOPS: reported times of stops. PLAN: planned times. None: nothing is known.'),
  cells: z.array(z.string()).describe('What the file has, column by column.'),
})

/** Drivers' hours, as in the file. */
export const PayrollHours = z
  .object({
    month: z.string().describe('The month, as YYYY-MM.'),
    headings: z.array(z.string()).describe('Headings of the file.'),
    items: z.array(PayrollRow).describe('One row for each driver, or for each day of each driver.'),
    notes: z.array(z.string()).describe('What should be looked at before the file is used.'),
    downloads: z
      .array(
        z.object({
          at: UtcInstant.describe('When.'),
          by: z.string().nullable().describe('Name of who downloaded it; null when that account is gone.'),
          rows: z.string().describe('MONTH or DAY: what its rows were.'),
          driver: z.string().nullable().describe('Name of the driver it was about; null: all drivers.'),
        }),
      )
      .describe('Downloads of the file of this month, the newest first, at most ten.'),
  })
  .meta({ id: 'AppPayrollHours' })
export type PayrollHours = z.output<typeof PayrollHours>

const query = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-11' })
    .describe('The month, by the calendar of the organisation.'),
  rows: z.enum(['MONTH', 'DAY']).default('MONTH').describe('One row for the month of a driver, or one for each day.'),
  driver_id: Uuid.optional().describe('Only this driver.'),
  language: z.enum(languages).optional().describe('Language of the headings; that of the request when left out.'),
})

const shared = { ...ofApplication, permission: 'payroll.read' } as const

/** Hours and allowances of a month. */
export const getPayrollHours = endpoint({
  ...shared,
  id: 'getPayrollHours',
  method: 'GET',
  path: '/app/payroll/hours',
  summary: 'Hours and allowances of drivers in a month',
  description: 'As the file has them. Own drivers only; archived ones where something is known of the month.',
  query,
  response: PayrollHours,
})

/** Hours and allowances of a month as a file. */
export const exportPayrollHours = endpoint({
  ...shared,
  id: 'exportPayrollHours',
  method: 'GET',
  path: '/app/payroll/hours/file',
  summary: 'Download hours and allowances of drivers as CSV',
  description: 'Who downloads which month is kept in the audit trail, and stands on the page.',
  query,
  responseType: 'bytes',
})

/** Payroll settings. */
export const getPayrollSettings = endpoint({
  ...shared,
  id: 'getPayrollSettings',
  method: 'GET',
  path: '/app/payroll/settings',
  summary: 'How hours are counted for payroll, and how their file is written',
  response: z
    .object({
      settings: PayrollSettings.describe('What holds.'),
      names: z
        .array(z.object({ column: z.enum(payrollColumns).describe('Column.'), name: z.string().describe('Its name.') }))
        .describe('Every column that there is, in the language of the caller.'),
    })
    .meta({ id: 'AppPayrollSettingsShown' }),
})

/** Saves the payroll settings. */
export const putPayrollSettings = endpoint({
  ...shared,
  id: 'putPayrollSettings',
  method: 'PUT',
  path: '/app/payroll/settings',
  permission: 'payroll.write',
  summary: 'Set how hours are counted for payroll, and how their file is written',
  body: PayrollSettings,
  response: PayrollSettings,
})
