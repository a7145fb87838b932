import type { ImportColumn } from '@cartage/contract/orders/app/import'
import { keyOfBytes } from '../../api/random-key.ts'
import { sha256 } from '../../sheets/sha256.ts'
import type { Sheet } from '../../sheets/sheet.ts'

/** Identity of an import. */
export interface ImportIdentity {
  sheet: Sheet
  columns: readonly (ImportColumn | null)[]
  /** Decimal mark confirmed for numbers. */
  decimal?: string | undefined
  /** Number of deliberate repeats of the same sheet as new orders. */
  again: number
}

/**
 * Key of an import. It depends only on the cells and their columns, not on the file name or the user, so that nothing
 * is imported twice after a reload.
 */
export function importKey({ sheet, columns, decimal, again }: ImportIdentity): string {
  return keyOfBytes(sha256(JSON.stringify([columns, sheet.map(({ cells }) => cells), decimal ?? null, again])))
}
