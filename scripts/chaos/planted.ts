import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, nothing, root, run } from '../run.ts'
import { copySources, removeCopy } from '../source-copy.ts'
import type { Proof } from './proof.ts'

/** Plausible bug planted into a copy of the sources, and the test of the books that must catch it. */
export interface PlantedFault {
  readonly name: string
  readonly file: string
  /** Text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Start of the title of the catching test. */
  readonly caughtBy: string
}

/** Test that runs orders through the books. */
const booksTest = 'server/src/accounting/bookkeeping.test.ts'

/** Money bugs that must never go unnoticed. docs/reliability.md lists the same ones in a table. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a number is taken outside the transaction that uses it',
    file: 'server/src/billing/finalise/commands.ts',
    find: 'const numbers = await takeCounted(tx, range, { date: final.date, scope, count: group.length })',
    replace:
      'const numbers = await ctx.db.asTenant(tx.tenantId, (other) => takeCounted(other, range, { date: final.date, scope, count: group.length }))',
    caughtBy: 'BILL-5',
  },
  {
    name: 'VAT is rounded for each line',
    file: 'server/src/billing/documents/totals.rules.ts',
    find: 'tax: amountText(taxOf(base, rate), currency),',
    replace:
      'tax: amountText(sumOf(group.map(({ amount }) => amountText(taxOf(decimal(amount), rate), currency))), currency),',
    caughtBy: 'BILL-5',
  },
  {
    name: 'a report counts each time it is sent',
    file: 'server/src/accounting/tasks/rules.ts',
    find: "return task.status === report.status ? 'REPEATED' : 'CONTRADICTED'",
    replace: "return 'APPLIED'",
    caughtBy: 'ACC-5',
  },
  {
    name: 'credits have no limit',
    file: 'server/src/billing/documents/credit.rules.ts',
    find: 'return amount.abs().gt(left.abs()) || amount.times(left).lt(0)',
    replace: 'return amount.eq(left) && amount.eq(-1)',
    caughtBy: 'BILL-11',
  },
  {
    name: 'rating takes back what a person set',
    file: 'server/src/charges/record/difference.rules.ts',
    find: 'const isPriceSet = Boolean(override.quantity ?? override.unit_price ?? override.amount)',
    replace: 'const isPriceSet = Boolean(override.quantity)',
    caughtBy: 'CHARGE-6',
  },
  {
    name: 'VAT is that of today, not of the day of supply',
    file: 'server/src/charges/tax/decide.rules.ts',
    find: 'day: suppliedOn(order),',
    replace: "day: '2026-03-25',",
    caughtBy: 'CHARGE-8',
  },
  {
    name: 'a draft is not locked while it is finalised',
    file: 'server/src/billing/finalise/commands.ts',
    find: '  await lockInvoices(tx, ids)\n  const loaded',
    replace: '  if (ids.length < 0) await lockInvoices(tx, ids)\n  const loaded',
    caughtBy: 'BILL-11',
  },
  {
    name: 'shares are cut off instead of adding up',
    file: 'server/src/books/money.rules.ts',
    find: 'for (const { position } of lost.slice(0, left)) shares[position]! += 1n',
    replace: 'for (const { position } of lost.slice(0, left - left)) shares[position]! += 1n',
    caughtBy: 'CHARGE-40',
  },
]

/** Occurrences of a bug's text in its file: must be one, otherwise the bug has to be rewritten. */
export function placesOf({ file, find }: PlantedFault): number {
  return readFileSync(join(root, file), 'utf8').split(find).length - 1
}

interface Report {
  testResults: { assertionResults: { status: string; title: string }[] }[]
}

/** Titles of the failing tests of the books in a folder. */
async function failuresIn(folder: string): Promise<string[]> {
  const report = join(folder, 'report.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', booksTest, '--root', folder]
  const options = ['--config', join(folder, 'vitest.config.ts'), '--reporter=json', `--outputFile.json=${report}`]
  await run(process.execPath, [...args, ...options], { MONEY_ORDERS: '16' }, true)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults)
  if (ran.length === 0) throw new Error(`The test of the books did not run in ${folder}.`)
  return ran.filter(({ status }) => status === 'failed').map(({ title }) => title)
}

/** Plants each bug separately and reports whether the books caught it; the unchanged sources must pass. */
export const faultsOfBooks: Proof = {
  what: 'plants faults of money into a copy of the server: the test of the books must fail for each',
  forms: ['deep'],
  run: chaosOfFaults,
}

async function chaosOfFaults(): Promise<Counts> {
  const folder = copySources()
  const counts = { ...nothing }
  const judge = (isRight: boolean, sentence: string) => {
    counts[isRight ? 'passed' : 'failed'] += 1
    console.log(`${isRight ? 'ok' : 'FAILED'}: ${sentence}`)
  }
  try {
    const sound = await failuresIn(folder)
    judge(sound.length === 0, `the books as they are: ${sound.join('; ') || 'nothing fails'}`)
    for (const fault of plantedFaults) {
      const path = join(folder, fault.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        text.replace(fault.find, () => fault.replace),
      )
      const failures = await failuresIn(folder)
      writeFileSync(path, text)
      const caught = failures.find((title) => title.startsWith(fault.caughtBy))
      judge(caught !== undefined, `${fault.name}: ${caught ?? 'not caught'}`)
    }
  } finally {
    removeCopy(folder)
  }
  return counts
}
