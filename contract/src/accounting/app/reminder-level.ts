import { z } from 'zod'

const name = (language: string) =>
  z.string().trim().max(200).default('').describe(`Subject in ${language}; empty: the one in English.`)
const text = (language: string) =>
  z.string().trim().max(5_000).default('').describe(`Text in ${language}; empty: the one in English.`)

/** When and how customers are reminded about overdue invoices. */
export const ReminderLevelSetting = z.strictObject({
  code: z.string().trim().min(1).max(100).describe('What programs name it by.'),
  name: z.string().trim().min(1).max(200).describe('Subject of the e-mail, in English.'),
  name_nl: name('Dutch'),
  name_fr: name('French'),
  name_de: name('German'),
  days_overdue: z.int().min(1).max(3_650).describe('Days after the due date.'),
  text: z.string().trim().min(1).max(5_000).describe('Text of the e-mail, in English; the invoice follows below it.'),
  text_nl: text('Dutch'),
  text_fr: text('French'),
  text_de: text('German'),
})
