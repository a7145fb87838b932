import type { Context } from '../../context.ts'
import { type Letterhead, plainLetterhead } from '../../pdf/letterhead.ts'
import { loadEmbedded } from '../attachments/commands.ts'
import type { DocumentContent } from '../documents/content.rules.ts'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { writeUbl } from '../einvoice/ubl-write.format.ts'
import { letterheadOf } from '../files/commands.ts'
import { drawFacturX } from '../files/factur-x.rules.ts'
import { drawInvoice } from '../files/invoice.drawing.ts'
import { sampleDocuments } from '../samples/rules.ts'
import { fileNameOf, isElectronic, uniqueNames } from './rules.ts'
import { type ExportedContent, type ExportFilter, type ExportPlace, findContents } from './views.ts'

/** Export formats. */
export const exportForms = ['UBL', 'PDF', 'FACTUR_X'] as const
export type ExportForm = (typeof exportForms)[number]

/** A file of an export. `name` contains no folder. */
export interface ExportedFile {
  readonly form: ExportForm
  readonly name: string
  readonly bytes: Buffer
}

/** Counts of an export. */
export interface ExportCounts {
  documents: number
  files: number
  /** Documents without an electronic document, because a party has no electronic address. */
  without_address: number
}

type Keep = (file: ExportedFile) => void

/**
 * Rewrites finalised documents from their content, in date order. The bytes equal those of the first time (BILL-14).
 * @param keep receives each file
 */
export async function exportDocuments(
  ctx: Context,
  tenantId: string,
  filter: ExportFilter,
  forms: readonly ExportForm[],
  keep: Keep,
): Promise<ExportCounts> {
  const counts: ExportCounts = { documents: 0, files: 0, without_address: 0 }
  const nameOf = uniqueNames()
  let after: ExportPlace | null = null
  for (;;) {
    const place: ExportPlace | null = after
    const found: ExportedContent[] = await ctx.db.asTenant(tenantId, (tx) => findContents(tx, filter, place))
    for (const { invoice_id, content } of found) {
      const attached = forms.includes('UBL') ? await loadEmbedded(ctx, tenantId, content) : nothing
      const letterhead = await ctx.db.asTenant(tenantId, (tx) => letterheadOf(tx, content))
      const exporting = { forms, keep, counts, attached, letterhead }
      await exportOne(content, nameOf(fileNameOf(content), invoice_id), exporting)
    }
    after = found.at(-1) ?? null
    if (after === null) return counts
  }
}

/** Writes sample documents of every kind, which belong to no tenant (BILL-40). */
export async function exportSamples(
  { count, seed }: { count: number; seed: number },
  forms: readonly ExportForm[],
  keep: Keep,
): Promise<ExportCounts> {
  const counts: ExportCounts = { documents: 0, files: 0, without_address: 0 }
  for (const { content } of sampleDocuments(count, seed)) {
    await exportOne(content, fileNameOf(content), {
      ...{ forms, keep, counts, attached: nothing },
      letterhead: plainLetterhead,
    })
  }
  return counts
}

const nothing: ReadonlyMap<string, string> = new Map()

interface Exporting {
  /** Bytes of attachments, in base64 by SHA-256. */
  readonly attached: ReadonlyMap<string, string>
  readonly forms: readonly ExportForm[]
  readonly keep: Keep
  readonly counts: ExportCounts
  readonly letterhead: Letterhead
}

async function exportOne(content: DocumentContent, name: string, exporting: Exporting): Promise<void> {
  const { forms, keep, counts, attached, letterhead } = exporting
  counts.documents += 1
  if (!isElectronic(content)) counts.without_address += 1
  for (const form of forms) {
    if (form === 'UBL' && !isElectronic(content)) continue
    keep(await fileOf(content, form, { name, attached, letterhead }))
    counts.files += 1
  }
}

async function fileOf(
  content: DocumentContent,
  form: ExportForm,
  { name, attached, letterhead }: Pick<Exporting, 'attached' | 'letterhead'> & { name: string },
): Promise<ExportedFile> {
  switch (form) {
    case 'UBL':
      return { form, name: `${name}.xml`, bytes: Buffer.from(writeUbl(eInvoiceOf(content, attached))) }
    case 'FACTUR_X':
      return { form, name: `${name}.pdf`, bytes: await drawFacturX(content, letterhead) }
    case 'PDF':
      return {
        form,
        name: `${name}.pdf`,
        bytes: await drawInvoice(content, { footer: content.footer ?? null, letterhead }),
      }
  }
}
