import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVitest } from '../run.ts'
import type { Proof } from './proof.ts'

/** Runs generated orders through the books, checks the twenty invariants, and prints the counts. */
export const books: Proof = {
  what: 'sends 1,000 generated orders through the books and holds them against the invariants of money',
  forms: ['deep'],
  async run(extent) {
    const [report, figures] = ['report', 'figures'].map((name) =>
      join(tmpdir(), `cartage-books-${name}-${process.pid}.json`),
    )
    const seed = extent.number('seed', { short: 0, usual: 0, deep: 0 })
    const env = {
      MONEY_ORDERS: String(extent.number('orders', { short: 30, usual: 1_000, deep: 1_000 })),
      MONEY_FIGURES: figures,
      ...(seed !== 0 && { MONEY_SEED: String(seed) }),
    }
    const counts = await runVitest('vitest.config.ts', report!, env, ['server/src/accounting/bookkeeping.test.ts'])
    if (existsSync(figures!)) console.log(readFileSync(figures!, 'utf8'))
    rmSync(figures!, { force: true })
    return counts
  },
}
