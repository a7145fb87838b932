import { createDice } from './dice.ts'

/** A document of one page: its text, and whether it is signed. */
export interface SampleDocumentText {
  title: string
  number: string
  /** Boxes from top to bottom: a caption and the lines under it. */
  boxes: readonly { caption: string; lines: readonly string[] }[]
  signed?: { by: string; at: string }
}

/** A page in A4 as PDF: the same text gives the same bytes. */
export function documentPdf(text: SampleDocumentText): Uint8Array {
  const stream = drawPage(text)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ])
}

/** Objects with the table of where each begins (ISO 32000-1, 7.5). */
function pdfOf(objects: readonly string[]): Uint8Array {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = Buffer.byteLength(body, 'latin1')
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = Buffer.byteLength(body, 'latin1')
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}

const [left, right] = [48, 547]

function drawPage({ title, number, boxes, signed }: SampleDocumentText): string {
  const lines = ['0.6 w', write(left, 780, 20, title, 'F2'), write(right - 130, 780, 12, number, 'F2')]
  let top = 756
  for (const { caption, lines: texts } of boxes) {
    const height = 26 + 15 * texts.length
    lines.push(`${left} ${top - height} ${right - left} ${height} re S`, write(left + 8, top - 13, 8, caption))
    for (const [at, text] of texts.entries()) lines.push(write(left + 8, top - 29 - 15 * at, 11, text))
    top -= height + 8
  }
  if (signed) {
    lines.push(`${left} ${top - 90} ${right - left} 90 re S`, write(left + 8, top - 13, 8, 'Received in good order'))
    lines.push(write(left + 8, top - 80, 10, `${signed.by}, ${signed.at}`), scribble(signed.by, top - 52))
  }
  return lines.join('\n')
}

function write(x: number, y: number, size: number, text: string, font = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\xff]/g, '-')}) Tj ET`
}

/** A signature: some strokes that differ from person to person. */
function scribble(name: string, y: number): string {
  const dice = createDice([...name].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7) % 99_991)
  let path = `1.2 w 300 ${y} m`
  for (let x = 300; x < 440; x += 28) {
    const [up, down] = [y + 8 + dice.below(26), y - 4 - dice.below(18)]
    path += ` ${x + 6 + dice.below(6)} ${up} ${x + 18} ${down} ${x + 28} ${y + dice.below(10) - 4} c`
  }
  return `${path} S`
}
