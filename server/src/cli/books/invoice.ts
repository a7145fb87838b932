import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalDate } from '@cartage/contract/scalars'
import { type Command, InvalidArgumentError } from 'commander'
import { type DocumentKind, documentKinds } from '../../billing/documents/content.rules.ts'
import {
  type ExportCounts,
  type ExportedFile,
  type ExportForm,
  exportDocuments,
  exportSamples,
} from '../../billing/export/commands.ts'
import { type Output, print, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface ExportOptions extends Output {
  ubl?: string
  pdf?: string
  facturX?: string
  entity?: string
  kind?: DocumentKind
  from?: string
  to?: string
  sample?: number
  seed: number
}

/** `cartage invoice …`. */
export function addInvoice(program: Command): void {
  const group = program.command('invoice').description('invoices and credit notes of a tenant')
  withJson(group.command('export [tenant]'))
    .description('write finalised documents into a folder, each named by its number; the same bytes every time')
    .option(
      '--ubl <folder>',
      'electronic documents as UBL (Peppol BIS Billing 3), of parties with electronic addresses',
    )
    .option('--pdf <folder>', 'PDF/A')
    .option('--factur-x <folder>', 'Factur-X: PDF/A with the electronic document inside')
    .option('--kind <kind>', `kind: ${documentKinds.join(', ')}`, readKind)
    .option('--entity <code>', 'code of the billing entity')
    .option('--from <date>', 'first date', readDay)
    .option('--to <date>', 'last date', readDay)
    .option('--sample <count>', 'no tenant: documents of a mix of everything that documents can say', readCount)
    .option('--seed <number>', 'seed of the mix; the same seed gives the same documents', readCount, 7)
    .action(async (slug: string | undefined, options: ExportOptions) => {
      if ((slug === undefined) !== (options.sample !== undefined)) throw new WrongUse('Give a tenant, or --sample.')
      const folders = foldersOf(options)
      if (folders.size === 0) throw new WrongUse('Give a folder: --ubl, --pdf or --factur-x.')
      const counts = await exportTo(folders, slug, options)
      print(options, { ...counts, folders: Object.fromEntries(folders) }, sentenceOf(counts, folders))
    })
}

type Folders = ReadonlyMap<ExportForm, string>

function foldersOf({ ubl, pdf, facturX }: ExportOptions): Folders {
  const given: [ExportForm, string | undefined][] = [
    ['UBL', ubl],
    ['PDF', pdf],
    ['FACTUR_X', facturX],
  ]
  return new Map(given.filter((entry): entry is [ExportForm, string] => entry[1] !== undefined))
}

async function exportTo(folders: Folders, slug: string | undefined, options: ExportOptions): Promise<ExportCounts> {
  for (const folder of folders.values()) mkdirSync(folder, { recursive: true })
  const keep = ({ form, name, bytes }: ExportedFile) => writeFileSync(join(folders.get(form)!, name), bytes)
  const forms = [...folders.keys()]
  if (slug === undefined) return await exportSamples({ count: options.sample!, seed: options.seed }, forms, keep)
  const { kind, entity = null, from = null, to = null } = options
  const filter = { kinds: kind ? [kind] : null, entity, from, to }
  return await withContext(async (ctx) => await exportDocuments(ctx, await tenantIdOf(ctx, slug), filter, forms, keep))
}

function sentenceOf({ documents, files, without_address }: ExportCounts, folders: Folders): string {
  const written = `${files} files of ${documents} documents written to ${[...folders.values()].join(', ')}.`
  if (without_address === 0) return written
  return `${written} ${without_address} have no electronic document: a party has no electronic address.`
}

function readKind(text: string): DocumentKind {
  const kind = documentKinds.find((one) => one === text.toUpperCase().replaceAll('-', '_'))
  if (kind) return kind
  throw new InvalidArgumentError(`It must be one of ${documentKinds.join(', ')}.`)
}

function readDay(text: string): string {
  if (LocalDate.safeParse(text).success) return text
  throw new InvalidArgumentError('It must be a date, such as 2026-11-27.')
}

function readCount(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 to 99999.')
}
