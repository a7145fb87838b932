import { fill } from '@cartage/contract/message'
import { faint, line, PdfDocument } from '../../pdf/document.ts'
import { boxHeight, fillBox, frame, printable } from '../../pdf/form.ts'
import { drawTable } from '../../pdf/table.ts'
import { drawPaperHead, type PaperAuthor } from '../head.drawing.ts'
import { type PaperLabels, paperLabels } from '../labels.ts'
import type { DeliveryNote } from './content.rules.ts'

/**
 * Draws delivery notes as PDF/A on A4, each starting on a new page (PAPER-3).
 * @param notes at least one
 */
export async function drawDeliveryNotes(notes: readonly DeliveryNote[], by: PaperAuthor): Promise<Buffer> {
  const [first] = notes
  if (!first) throw new RangeError('there is no delivery note to draw')
  const labels = paperLabels(first.language)
  const title = `${labels.deliveryNote} ${first.number}`
  const pdf = new PdfDocument({ title, author: by.author, language: first.language, date: first.date })
  const footers: { left: string; right: string }[] = []
  for (const note of notes) {
    const before = footers.length
    if (before > 0) pdf.addPage()
    drawNote(pdf, note, labels, by)
    const pages = pdf.pages - before
    const left = `${labels.deliveryNote} ${note.number}`
    for (let page = 1; page <= pages; page += 1) footers.push({ left, right: fill(labels.page, { page, pages }) })
  }
  return await pdf.finish((page) => footers[page - 1]!)
}

function drawNote(pdf: PdfDocument, note: DeliveryNote, labels: PaperLabels, by: PaperAuthor): void {
  drawPaperHead(pdf, { title: labels.deliveryNote, number: note.number, ...by, facts: note.facts })
  drawParties(pdf, note, labels)
  if (note.note !== null) {
    pdf.write(printable(`${labels.note}: ${note.note}`), { size: 8.5 })
    pdf.y += 8
  }
  drawGoods(pdf, note, labels)
  drawReceipt(pdf, labels)
}

/** Party boxes are as tall as their texts, at most a page; the rest of the text follows below them. */
const partyHeights = { least: 74, most: 360, title: 14 }

function drawParties(pdf: PdfDocument, { sender, deliverTo }: DeliveryNote, labels: PaperLabels): void {
  const width = (pdf.width - 12) / 2
  const parties = [
    [labels.sender, sender],
    [labels.deliverTo, deliverTo],
  ] as const
  const tall = parties.map(([, lines]) => boxHeight(pdf, lines, width) + partyHeights.title + 4)
  const height = Math.min(Math.max(partyHeights.least, ...tall), partyHeights.most)
  const rest = parties.map(([title, lines], at) => {
    const box = { x: pdf.left + at * (width + 12), y: pdf.y, width, height }
    frame(pdf, box, line)
    pdf.writeAt(title, { x: box.x + 5, y: box.y + 3, width: width - 10 }, { size: 7, colour: faint })
    return [title, fillBox(pdf, box, lines, partyHeights.title)] as const
  })
  pdf.y += height + 12
  for (const [title, lines] of rest) {
    if (lines.length > 0) pdf.write(`${title}: ${lines.join(' · ')}`, { size: 8.5 })
  }
}

function drawGoods(pdf: PdfDocument, { goods, totals }: DeliveryNote, labels: PaperLabels): void {
  drawTable(pdf, {
    columns: [
      { title: labels.packages, share: 11, align: 'right' },
      { title: labels.packing, share: 16 },
      { title: labels.nature, share: 35 },
      { title: labels.marks, share: 25 },
      { title: labels.weight, share: 13, align: 'right' },
      { title: labels.volume, share: 10, align: 'right' },
    ],
    rows: [
      ...goods.map((line) => [
        line.packages,
        printable(line.packing),
        { text: printable(line.nature), below: line.below.map(printable).join('\n') || null },
        printable(line.marks),
        line.weight,
        line.volume,
      ]),
      [totals.packages, '', labels.total, '', totals.weight, totals.volume],
    ],
  })
  pdf.y += 14
}

const receiptHeight = 92

/** Box for the receiver's signature, with room for remarks. */
function drawReceipt(pdf: PdfDocument, labels: PaperLabels): void {
  pdf.need(receiptHeight)
  const width = (pdf.width - 12) / 2
  const boxes = [
    [labels.remarks, ''],
    [labels.received, labels.nameAndSignature],
  ] as const
  for (const [at, [title, below]] of boxes.entries()) {
    const box = { x: pdf.left + at * (width + 12), y: pdf.y, width, height: receiptHeight }
    frame(pdf, box, line)
    pdf.writeAt(title, { x: box.x + 5, y: box.y + 3, width: width - 10 }, { size: 7, colour: faint })
    if (below !== '')
      pdf.writeAt(below, { x: box.x + 5, y: box.y + receiptHeight - 12, width: width - 10 }, { size: 7, colour: faint })
  }
  pdf.y += receiptHeight
}
