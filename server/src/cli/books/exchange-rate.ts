import { CurrencyCode } from '@cartage/contract/books/currency'
import { LocalDate } from '@cartage/contract/scalars'
import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { importEcbRates } from '../../books/exchange/commands.ts'
import { type Output, print, readBytes, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface ImportOptions extends Output {
  currency?: string[]
  firstDay?: string
}

const mostBytes = 4_000_000

/** `cartage exchange-rate …`. */
export function addExchangeRate(program: Command): void {
  const group = program.command('exchange-rate').description('exchange rates of a tenant')
  withJson(group.command('import <tenant> <file>'))
    .description('import eurofxref.csv or eurofxref-hist.csv of the European Central Bank; - reads standard input')
    .option('--currency <codes...>', 'only these currencies, such as GBP USD', readCurrency)
    .option('--first-day <date>', 'only rates of this day or later', readDay)
    .action(async (slug: string, file: string, options: ImportOptions) => {
      const csv = readBytes(file, mostBytes).toString()
      const filter = { currencies: options.currency, first_day: options.firstDay }
      const result = await withContext(async (ctx) => {
        const command = { tenantId: await tenantIdOf(ctx, slug), by: byOperator }
        return await importEcbRates(ctx, command, csv, filter)
      })
      const { created, replaced, unchanged } = result
      print(options, result, `${created} created, ${replaced} replaced, ${unchanged} unchanged.`)
    })
}

function readCurrency(text: string, before: string[] = []): string[] {
  const { success } = CurrencyCode.safeParse(text.toUpperCase())
  if (!success) throw new InvalidArgumentError('It must be a currency of ISO 4217, such as GBP.')
  return [...before, text.toUpperCase()]
}

function readDay(text: string): string {
  if (LocalDate.safeParse(text).success) return text
  throw new InvalidArgumentError('It must be a date, such as 2026-11-27.')
}
