import { fill } from '@cartage/contract/message'
import { faint, PdfDocument } from '../../pdf/document.ts'
import { printable } from '../../pdf/form.ts'
import { drawTable, type PdfCell } from '../../pdf/table.ts'
import type { GoodsLine, GoodsTotals } from '../goods.rules.ts'
import { drawPaperHead, type PaperAuthor } from '../head.drawing.ts'
import { type PaperLabels, paperLabels } from '../labels.ts'
import type { Load, LoadingList, LoadingStop } from './content.rules.ts'

/** Draws a loading list as PDF/A on A4 (PAPER-3). */
export async function drawLoadingList(list: LoadingList, by: PaperAuthor): Promise<Buffer> {
  const labels = paperLabels(list.language)
  const title = `${labels.loadingList} ${list.number}`
  const pdf = new PdfDocument({ title, author: by.author, language: list.language, date: list.date })
  drawPaperHead(pdf, { title: labels.loadingList, number: list.number, ...by, facts: list.facts })
  if (list.hasDangerousGoods) {
    pdf.write(labels.dangerous, { isBold: true, colour: '#b91c1c' })
    pdf.y += 6
  }
  for (const stop of list.stops) drawStop(pdf, stop, labels)
  if (list.stops.length > 1) drawTotals(pdf, list.totals, labels)
  drawSignature(pdf, labels)
  return await pdf.finish((page, pages) => ({ left: title, right: fill(labels.page, { page, pages }) }))
}

function drawStop(pdf: PdfDocument, stop: LoadingStop, labels: PaperLabels): void {
  pdf.need(110)
  const title = stop.sequence === null ? labels.onBoard : `${stop.sequence}. ${labels.loadAt}: ${stop.place[0] ?? ''}`
  pdf.write(printable(title), { size: 11, isBold: true })
  const more = [...stop.place.slice(1), stop.when].filter((text) => text !== '').map(printable)
  if (more.length > 0) pdf.write(more.join(' · '), { size: 8.5, colour: faint })
  pdf.y += 4
  drawTable(pdf, {
    columns: [
      { title: labels.line, share: 6 },
      { title: labels.packages, share: 11, align: 'right' },
      { title: labels.packing, share: 14 },
      { title: labels.nature, share: 29 },
      { title: labels.marks, share: 26 },
      { title: labels.weight, share: 12, align: 'right' },
      { title: labels.volume, share: 9, align: 'right' },
      { title: labels.loadingMetres, share: 12, align: 'right' },
    ],
    rows: [...stop.loads.flatMap((load) => rowsOf(load, labels)), totalRow(stop.totals, labels)],
  })
  pdf.y += 14
}

/** The first row of a consignment names its order and unloading place. */
function rowsOf({ position, order, unloadAt, note, goods }: Load, labels: PaperLabels): PdfCell[][] {
  const heading = [order, `${labels.unloadAt} ${unloadAt}`, note && `${labels.note}: ${note}`]
    .flatMap((text) => (text ? printable(text) : []))
    .join('\n')
  const [first, ...others] = goods
  const lines = first ? [lineOf(first, heading, String(position)), ...others.map((line) => lineOf(line, null, ''))] : []
  return lines.length > 0 ? lines : [[String(position), '', '', { text: '–', below: heading }, '', '', '', '']]
}

function lineOf(line: GoodsLine, heading: string | null, position: string): PdfCell[] {
  const below = [...(heading === null ? [] : [heading]), ...line.below.map(printable)].join('\n')
  return [
    position,
    line.packages,
    printable(line.packing),
    { text: printable(line.nature), below: below === '' ? null : below },
    printable(line.marks),
    line.weight,
    line.volume,
    line.loadingMetres,
  ]
}

function totalRow({ packages, weight, volume, loadingMetres }: GoodsTotals, labels: PaperLabels): PdfCell[] {
  return ['', packages, '', labels.total, '', weight, volume, loadingMetres]
}

function drawTotals(
  pdf: PdfDocument,
  { packages, weight, volume, loadingMetres }: GoodsTotals,
  labels: PaperLabels,
): void {
  const parts: [string, string][] = [
    [labels.packages, packages],
    [labels.weight, weight],
    [labels.volume, volume],
    [labels.loadingMetres, loadingMetres],
  ]
  const said = parts.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`)
  pdf.write(`${labels.total} – ${said.join(' · ')}`, { isBold: true })
  pdf.y += 14
}

function drawSignature(pdf: PdfDocument, labels: PaperLabels): void {
  pdf.need(70)
  pdf.rule()
  pdf.y += 4
  pdf.write(labels.driverSignature, { size: 8, colour: faint })
}
