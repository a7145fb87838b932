import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readUbl } from '../../billing/einvoice/ubl-read.format.ts'
import { faultsOfEInvoice } from '../../billing/einvoice/verdict.rules.ts'
import { runCommand } from '../../testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartage-invoices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const exportSamples = (to: string) =>
  runCommand(['invoice', 'export', '--sample', '40', '--seed', '3', '--ubl', join(folder, to), '--json'], {})
const filesIn = (name: string) =>
  readdirSync(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file), 'utf8')] as const)

test('BILL-40: cartage invoice export --sample writes the sample documents, with the same bytes every time', async () => {
  const { code, stdout } = await exportSamples('one')
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ documents: 40, files: 40 })])
  await exportSamples('other')
  const files = filesIn('one')
  expect(files).toHaveLength(40)
  expect(filesIn('other')).toEqual(files)
  for (const [file, xml] of files) {
    const document = readUbl(xml)
    expect([file, faultsOfEInvoice(document, { isForPeppol: true })]).toEqual([`${document.number}.xml`, []])
  }
})

test('cartage invoice export requires a tenant or --sample, and a folder', async () => {
  expect((await runCommand(['invoice', 'export', '--ubl', folder], {})).code).toBe(2)
  expect((await runCommand(['invoice', 'export', '--sample', '3'], {})).code).toBe(2)
  expect((await runCommand(['invoice', 'export', '--sample', '3', '--kind', 'x', '--ubl', folder], {})).code).toBe(2)
})
