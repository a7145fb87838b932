import type { ImportColumn } from '@cartage/contract/orders/app/import'
import { keyOfBytes } from '../../api/random-key.ts'
import { sha256 } from '../../sheets/sha256.ts'
import type { Sheet } from '../../sheets/sheet.ts'

/** What identifies an import. */
export interface ImportIdentity {
  sheet: Sheet
  columns: readonly (ImportColumn | null)[]
  /** The mark that was confirmed for numbers. */
  decimal?: string | undefined
  /** How often the same sheet was imported again on purpose, as new orders. */
  again: number
}

/**
 * The key of an import: the same for the same cells under the same columns, whatever the file is called and whichever
 * user chooses it, so that after a reload nothing is imported a second time.
 */
export function importKey({ sheet, columns, decimal, again }: ImportIdentity): string {
  return keyOfBytes(sha256(JSON.stringify([columns, sheet.map(({ cells }) => cells), decimal ?? null, again])))
}
