import { type Box, ink, type PdfDocument } from './document.ts'

/** Logo and colour on the haulier's papers (PAPER-17). */
export interface Letterhead {
  /** A PNG or JPEG file and its size in pixels; null without one. */
  readonly logo: { readonly bytes: Buffer; readonly width: number; readonly height: number } | null
  /** Colour of titles and of the line under the head, `#rrggbb`; null for the colour of text. */
  readonly colour: string | null
}

/** The letterhead as stored with a document. */
export interface LetterheadFacts {
  readonly logo_id: string | null
  readonly colour: string | null
}

/** Without logo and colour. */
export const plainLetterhead: Letterhead = { logo: null, colour: null }

/** Maximum size of a logo in points. */
const largest = { width: 150, height: 44 }

/**
 * Draws the logo as large as its room allows, at the upper left of a box.
 * @returns the height used; 0 without a logo
 */
export function drawLogo(
  pdf: PdfDocument,
  { logo }: Letterhead,
  { x, y, width, height = largest.height }: Box & { height?: number },
): number {
  if (logo === null) return 0
  const scale = Math.min(Math.min(width, largest.width) / logo.width, height / logo.height)
  const size = { width: logo.width * scale, height: logo.height * scale }
  pdf.canvas.image(logo.bytes, x, y, size)
  return size.height
}

/** The colour of titles. */
export function titleColour({ colour }: Letterhead): string {
  return colour ?? ink
}
